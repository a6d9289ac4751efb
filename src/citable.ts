/** Compiles and serves. Edge workers import `citable/serve`, which carries no markdown parser. */
export {
  type Checked,
  type CompileOptions,
  type ContentSource,
  compile,
  type Diagnostic,
  type Encoding,
  fromFolder,
  fromMemory,
  packInMemory,
} from './compile.ts'
export {
  type Answer,
  type ArchiveSearch,
  type Exposure,
  exposureFor,
  type Handler,
  type Need,
  type RequestFacts,
  requireAnswer,
  type ServeOptions,
  type Snapshot,
  search,
  serve,
  unpack,
} from './serve.ts'
