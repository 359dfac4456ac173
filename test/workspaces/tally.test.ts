import { expect, test } from 'vitest'
import { Tally } from '#src/workspaces/tally.ts'

test('a refusal for lack of room is reported once a minute for each cause and workspace, and counted each time', () => {
  const tally = new Tally()
  const reported: string[] = []
  tally.onRoomRefusal = ({ cause, workspace }) => reported.push(`${cause} ${workspace?.id ?? ''}`)
  const of = (id: string) => ({ id, record: { name: id } })
  for (const atMs of [0, 1, 59_999]) {
    tally.addRoomRefusal({ cause: 'connections', sentence: '' }, atMs)
    tally.addRoomRefusal({ cause: 'quota', sentence: '', workspace: of('a') }, atMs)
    tally.addRoomRefusal({ cause: 'quota', sentence: '', workspace: of('b') }, atMs)
  }
  expect(reported).toEqual(['connections ', 'quota a', 'quota b'])
  tally.addRoomRefusal({ cause: 'connections', sentence: '' }, 60_000)
  expect(reported).toHaveLength(4)
  expect(tally.roomRefusals.get('connections')).toBe(4)
  expect(tally.roomRefusals.get('quota')).toBe(6)
})
