// Takes the place of `node:https` and `node:http2` in the bundles: Fastify loads both, and the server speaks plain HTTP/1.1 only.
const refuse = () => {
  throw new Error('servers with TLS or HTTP/2 are not part of the bundle')
}

export const createServer = () => refuse()
export const createSecureServer = () => refuse()
