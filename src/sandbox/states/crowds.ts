import { prepared } from '../../db/store.ts'
import { crowdPacks } from '../../db/tables/world/crowds.ts'
import type { Seed } from '../seed/format.ts'
import { freeId } from './free-id.ts'
import { defineState, type Scene } from './state.ts'

interface PackIds {
  crowdPackId: number
  corpId: string
  source: string
}

const take = ({ store }: Scene): PackIds => ({
  crowdPackId: freeId(store, crowdPacks),
  corpId: 'ww-state',
  source: 'CDP_CROWD_PACK',
})

const packOf =
  (members: readonly string[]) =>
  ({ nowMs }: Scene, { crowdPackId, corpId, source }: PackIds): Seed => ({
    crowdPacks: [
      { id: crowdPackId, corpId, source, name: 'State', createdAtMs: nowMs, members: [...members] },
    ],
  })

const deleteMembers = prepared((store) =>
  store.sqlite.prepare('DELETE FROM crowd_members WHERE pack_id = ?'),
)
const deletePack = prepared((store) => store.sqlite.prepare('DELETE FROM crowd_packs WHERE id = ?'))

const MANY = Array.from({ length: 10_000 }, (_, index) => `member-${index + 1}`)

/** States of crowd packs. */
export const crowdStates = {
  'crowd-pack-empty': defineState({
    sentence: 'A crowd pack has no members.',
    take,
    seed: packOf([]),
  }),

  'crowd-pack-10000': defineState({
    sentence: 'A crowd pack has 10,000 members, member-1 to member-10000.',
    take,
    seed: packOf(MANY),
  }),

  'crowd-pack-deleted': defineState({
    sentence: 'A crowd pack was deleted: E10 and E18 refuse its id.',
    take,
    finish: ({ store }, { crowdPackId }) => {
      deleteMembers(store).run(crowdPackId)
      deletePack(store).run(crowdPackId)
    },
  }),
}
