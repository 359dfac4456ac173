import { runProgram } from './start/server-bundle.ts'

void runProgram()
