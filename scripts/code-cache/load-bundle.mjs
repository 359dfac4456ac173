// Loads a bundle with V8's code cache of it, which saves compiling it.
import { createRequire } from 'node:module'
import { basename, dirname } from 'node:path'
import { runInThisContext, Script } from 'node:vm'
import { MOVED_COLUMNS, readCode, readWrapped, textOf } from './bundle-files.mjs'

/** In stack traces: V8 keeps the name in the code, and where a bundle was built says nothing where it runs. */
const nameOf = (bundle) => `dam-sandbox/dist/bundles/${basename(bundle)}`

/** Compiles a bundle, from code where there is some. It cannot import(): the build makes require() of that. */
export const compile = (bundle, source, code) =>
  new Script(textOf(source), {
    filename: nameOf(bundle),
    columnOffset: -MOVED_COLUMNS,
    cachedData: code,
  })

/** Runs a compiled bundle as a module and returns what it exports. */
export const run = (script, bundle) => {
  const bundled = { exports: {} }
  const require = createRequire(bundle)
  const start = script.runInThisContext()
  start.call(bundled.exports, bundled.exports, require, bundled, bundle, dirname(bundle))
  return bundled.exports
}

/** Scripts run in the main context: a test runner that loads modules in another one would get objects of two. */
const isInMainContext = () => runInThisContext('Function') === Function

// biome-ignore lint/style/noProcessEnv: the variables are Node's own.
const { NODE_OPTIONS = '', NODE_V8_COVERAGE } = process.env

/** V8 does not count blocks of code that it has not compiled itself. */
const isCovered = () => NODE_V8_COVERAGE !== undefined

/** A debugger knows sources by their paths. Editors put its options into the environment. */
const isDebugged = () =>
  [...process.execArgv, NODE_OPTIONS].some((option) => option.includes('--inspect'))

/** Loads a bundle, and without a usable cache as any other module. */
export const loadBundle = (bundle, requireHere) => {
  if (isCovered() || isDebugged() || !isInMainContext()) return requireHere(bundle)
  const source = readWrapped(bundle)
  const code = readCode(bundle, source)
  return code ? run(compile(bundle, source, code), bundle) : requireHere(bundle)
}
