import { takeFreeId } from '../db/sequences.ts'
import { deletePackById, findPackById } from '../domain/crowds/packs.ts'
import type { Seed } from '../seeds/seed-format.ts'
import { defineState, type StateContext } from './named-state.ts'

interface PackIds {
  crowdPackId: number
  corpId: string
  source: string
}

const take = ({ store }: StateContext): PackIds => ({
  crowdPackId: takeFreeId(store, 'stateItem', (id) => findPackById(store, id) !== undefined),
  corpId: 'ww-state',
  source: 'CDP_CROWD_PACK',
})

const packOf =
  (members: () => string[]) =>
  ({ nowMs }: StateContext, { crowdPackId, corpId, source }: PackIds): Seed => ({
    crowdPacks: [
      { id: crowdPackId, corpId, source, name: 'State', createdAtMs: nowMs, members: members() },
    ],
  })

const manyMembers = (): string[] =>
  Array.from({ length: 10_000 }, (_, index) => `member-${index + 1}`)

/** States of crowd packs. */
export const crowdStates = {
  'crowd-pack-empty': defineState({
    sentence: 'A crowd pack has no members.',
    take,
    seed: packOf(() => []),
  }),

  'crowd-pack-10000': defineState({
    sentence: 'A crowd pack has 10,000 members, member-1 to member-10000.',
    take,
    seed: packOf(manyMembers),
  }),

  'crowd-pack-deleted': defineState({
    sentence: 'A crowd pack was deleted: E10 and E18 refuse its id.',
    take,
    finish: ({ store }, { crowdPackId }) => deletePackById(store, crowdPackId),
  }),
}
