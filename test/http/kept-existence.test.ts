import { describe, expect, test } from 'vitest'
import type { ApprovalTask } from '#src/contract/resources/approval-task.ts'
import { samplesOf } from '#src/openapi/examples/samples.ts'
import { act, done } from '#test/kit/acts.ts'
import { startServer, type TestServer } from '#test/kit/server.ts'
import { WAYS_BACK } from '#test/kit/ways-back.ts'

const NEW_ID = 4_242
const NEW_USER = {
  id: NEW_ID,
  email: 'kept@example.com',
  nickname: 'x',
  deptId: 10,
  createdAtMs: 0,
}

/** Rows that operations name and none of them makes or removes. */
const ADDED = {
  users: [NEW_USER],
  departments: [{ id: NEW_ID, name: 'x' }],
  processDefinitions: [{ id: NEW_ID, name: 'x', processCategory: 'RESOURCE_PUBLISHMENT' }],
  marketingPlans: [{ id: NEW_ID, name: 'x' }],
  contentGroups: [{ id: NEW_ID, name: 'x' }],
}

/** The samples of operations that name each of these rows. */
const namingEach = (server: TestServer): [id: string, param: object][] => {
  const { E9, E12, E14, E15 } = samplesOf(server.fixtures)
  return [
    ['E9', { ...E9, processDefinitionId: NEW_ID }],
    ['E9', { ...E9, submitter: NEW_ID, objects: [] }],
    ['E9', { ...E9, assignees: { task1: [NEW_ID] } }],
    ['E12', { ...E12, users: [NEW_USER.email] }],
    ['E14', { ...E14, deptIdList: [NEW_ID] }],
    ['E14', { ...E14, userIdList: [NEW_ID] }],
    ['E15', { ...E15, contentGroupId: NEW_ID }],
  ]
}

/** The codes of the answers, without repetition. */
const codesOf = async (server: TestServer): Promise<string[]> => {
  const codes = new Set<string>()
  for (const [id, param] of namingEach(server)) {
    const { body } = await server.call(id, param)
    codes.add((body as { code: string }).code)
  }
  return [...codes]
}

const isRefused = async (server: TestServer): Promise<boolean> =>
  !(await codesOf(server)).includes('0')

describe('which rows exist follows', () => {
  test.each(WAYS_BACK)('a seed and %s', async (_name, prepare) => {
    const server = await startServer()
    const goBack = await prepare(server)
    expect(await isRefused(server)).toBe(true)
    await done(server, '/seed?mode=replace', ADDED)
    expect(await codesOf(server)).toEqual(['0'])
    await goBack()
    expect(await isRefused(server)).toBe(true)
  })

  test('a seed that is refused in the middle', async () => {
    const server = await startServer()
    const users = [NEW_USER, { ...NEW_USER, id: 4_243, email: 'b@example.com', deptId: 424_242 }]
    const refused = await act(server, '/seed?mode=replace', { ...ADDED, users })
    expect(refused.status, refused.text).toBe(400)
    expect(await isRefused(server)).toBe(true)
  })
})

test('E9 gives tasks the name that a seed has given to their definition', async () => {
  const server = await startServer()
  const { E9 } = samplesOf(server.fixtures)
  const { processDefinitionId: id } = server.fixtures.approval
  const nameOfTask = async (): Promise<string | undefined> => {
    const approvalId = await server.result<number>('E9', { ...E9, name: undefined })
    const { records } = await server.result<{ records: ApprovalTask[] }>('E5', {
      createTimeForm: 0,
      page: 1,
    })
    return records.find((task) => task.approvalId === String(approvalId))?.processName
  }
  const before = await nameOfTask()
  await done(server, '/seed?mode=replace', {
    processDefinitions: [{ id, name: 'Renamed', processCategory: 'RESOURCE_PUBLISHMENT' }],
  })
  expect(await nameOfTask()).toBe('Renamed')
  await done(server, '/reset')
  expect(await nameOfTask()).toBe(before)
})
