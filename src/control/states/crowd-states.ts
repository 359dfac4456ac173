import { findPackById } from '../../domain/crowds/packs.ts'
import { takeFreeId } from '../../store/db/sequences.ts'
import type { State, StateSetting } from './named-state.ts'

const takePack = ({ store }: StateSetting) => {
  const isTaken = (id: number) => findPackById(store, id) !== undefined
  const crowdPackId = takeFreeId(store, 'stateItem', isTaken)
  return { crowdPackId, corpId: 'ww-state', source: 'CDP_CROWD_PACK' }
}

const addPack = (setting: StateSetting, members: string[]) => {
  const ids = takePack(setting)
  const { crowdPackId: id, ...pack } = ids
  setting.load({
    crowdPacks: [{ id, ...pack, name: 'State', createdAtMs: setting.nowMs, members }],
  })
  return ids
}

const manyMembers = (): string[] =>
  Array.from({ length: 10_000 }, (_, index) => `member-${index + 1}`)

export const crowdStates = {
  'crowd-pack-empty': {
    sentence: 'A crowd pack has no members.',
    set: (setting) => addPack(setting, []),
  },

  'crowd-pack-10000': {
    sentence: 'A crowd pack has 10,000 members, member-1 to member-10000.',
    set: (setting) => addPack(setting, manyMembers()),
  },

  'crowd-pack-deleted': {
    sentence: 'A crowd pack was deleted: E10 and E18 refuse its id.',
    set: takePack,
  },
} as const satisfies Record<string, State>
