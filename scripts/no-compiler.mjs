// Takes the place of Fastify's own compilers in the bundles: `src/http/compilers.ts` keeps it from loading them.
export default () => {
  throw new Error('The compilers are set by the application')
}
