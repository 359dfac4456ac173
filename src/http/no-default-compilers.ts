import type { FastifyServerOptions } from 'fastify'

/**
 * The `schemaController` of an application that sets its own compilers: with it Fastify does not load its default ones,
 * which are left out of the bundle.
 */
export const NO_DEFAULT_COMPILERS: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: {
    buildValidator: () => (): never => {
      throw new Error('the validator compiler is not set')
    },
    buildSerializer: () => () => JSON.stringify,
  },
}
