// Takes the place of `yaml` in the bundles: `@fastify/swagger` needs it for documents in YAML only, and ours is JSON.
export const stringify = () => {
  throw new Error('Documents are JSON')
}
export default { stringify }
