// Takes the place of `bindings` in the bundle of the server: it looks for the binary of better-sqlite3 in a dozen places, by the stack of its caller.
module.exports = () => {
  const path = 'better-sqlite3/build/Release/better_sqlite3.node'
  try {
    return require('better-sqlite3/build/Release/better_sqlite3.node')
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') throw error
    throw new Error(`Could not locate the bindings file ${path}`, { cause: error })
  }
}
