// A plain Node server that writes each body to a file and makes its MD5 and SHA-256 on its one thread: what `storage` is measured against.
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'

const folder = process.argv[2]

const server = createServer(async (request, response) => {
  const hashes = [createHash('md5'), createHash('sha256')]
  const file = createWriteStream(join(folder, randomUUID()))
  for await (const chunk of request) {
    for (const hash of hashes) hash.update(chunk)
    if (!file.write(chunk)) await once(file, 'drain')
  }
  await finished(file.end())
  const [md5, sha256] = hashes.map((hash) => hash.digest('hex'))
  response.writeHead(200, { etag: `"${md5}"`, 'x-sha256': sha256 }).end()
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`listens on http://127.0.0.1:${server.address().port}\n`)
})
