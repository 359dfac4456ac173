import fp from 'fastify-plugin'
import type { MemoryAccount } from '../../kernel/memory-accounts.ts'
import { QuietCollection } from '../bodies/collect-garbage.ts'
import { PendingBodies } from '../bodies/pending-bodies.ts'

/** Bounds the JSON bodies of all routes, each by its own limit or else by the setting, and all of them together. */
export default fp<{ maxBytes: number; account: MemoryAccount }>(
  async (app, { maxBytes, account }) => {
    const garbage = new QuietCollection()
    const pending = new PendingBodies(() => garbage.schedule(), account)
    app.decorate('pendingBodies', pending)
    app.addHook('onClose', async () => {
      garbage.close()
      pending.close()
    })
    app.decorateRequest('reservation', undefined)
    app.addHook('onRoute', (route) => {
      route.bodyLimit = route.config?.body?.maxBytes ?? maxBytes
    })
  },
  { name: 'bodies' },
)
