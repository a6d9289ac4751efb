import { contractOn } from '../runtimes/contract.ts'

contractOn('Bun')
