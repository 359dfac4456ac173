import { describe, expect, test, vi } from 'vitest'
import { openSandbox } from '#test/kit/sandbox.ts'

describe('a workspace that cannot be created', () => {
  test.each(['COMMIT', 'INSERT INTO workspaces'])(
    'leaves neither journal nor coverage where %s fails',
    async (statement) => {
      const { sandbox } = await openSandbox()
      const { journals, coverage, registry } = sandbox
      const [journal, counter] = [vi.spyOn(journals, 'open'), vi.spyOn(coverage, 'open')]
      const [journalEnds, counterEnds] = [journals, coverage].map((one) => vi.spyOn(one, 'remove'))
      const run = registry.store.run.bind(registry.store)
      vi.spyOn(registry.store, 'run').mockImplementation((text, ...values) => {
        if (text.startsWith(statement)) throw new Error('it failed')
        return run(text, ...values)
      })
      await expect(sandbox.create({ name: 'other' })).rejects.toThrow('it failed')
      expect(journal).toHaveBeenCalledOnce()
      expect(journalEnds).toHaveBeenCalledExactlyOnceWith(journal.mock.results[0]?.value)
      expect(counterEnds).toHaveBeenCalledExactlyOnceWith(counter.mock.results[0]?.value)
      expect(sandbox.findByIdOrName('other')).toBeUndefined()
    },
  )
})
