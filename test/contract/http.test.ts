import { contractOn } from '../runtimes/contract.ts'

contractOn('node:http')
