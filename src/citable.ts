/** Compiles and serves. Edge workers import `citable/serve`, which carries no markdown parser. */
export * from './compile.ts'
export * from './serve.ts'
