import { contractOn } from '../runtimes/contract.ts'

contractOn('Deno')
