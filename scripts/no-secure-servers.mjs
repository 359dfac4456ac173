// Takes the place of `node:https` and `node:http2` in the bundles: Fastify loads both, and the server speaks plain HTTP/1.1 only.
export const createServer = () => {
  throw new Error('servers with TLS or HTTP/2 are not part of the bundle')
}
export const createSecureServer = createServer
