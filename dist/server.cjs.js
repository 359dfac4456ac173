// Node loads this file for `node dist/server.cjs`, the command of `npm start`, where that was not built.
process.stderr.write(
  'dam-sandbox: dist/server.cjs is missing, since the package was not built; run npm rebuild better-sqlite3 && npm run build\n',
)
process.exitCode = 1
