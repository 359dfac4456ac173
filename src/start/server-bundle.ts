// The server, which the program and the library load as one bundle.
export { startLibraryServer } from './library-server.ts'
export { runProgram } from './program.ts'
