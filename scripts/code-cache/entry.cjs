// What `dist/server.cjs`, `dist/index.cjs` and `dist/cli.cjs` are: each loads its bundle. The build puts the name in.
const { join } = require('node:path')
const { loadBundle } = require('./load-bundle.mjs')

module.exports = loadBundle(join(__dirname, 'bundles', BUNDLE), require)
