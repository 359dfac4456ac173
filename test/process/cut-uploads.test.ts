import { expect, test } from 'vitest'
import { startCli } from '#test/kit/cli.ts'
import { type ServerProcess, startProgram } from '#test/kit/process.ts'
import { TOKEN } from '#test/kit/server.ts'

const SUITE = 'test/kit/suites/cut-uploads.mjs'

const SINGLE = '/_files/uploads/single'

const TO_SERVER = {
  method: 'POST',
  path: `${SINGLE}?name=a`,
  headers: { 'access-token': TOKEN },
  length: 1_000_000,
  sent: 300_000,
  leaves: 'cut',
}

const TO_STORAGE = { ...TO_SERVER, storage: true, method: 'PUT', path: '/dam-00000000/upload/a' }

const FAULT = { 'access-token': TOKEN, 'x-sandbox-fault': 'before:status=503' }

const JSON_BODY = { 'access-token': TOKEN, 'content-type': 'application/json' }

/** A refused upload that its client leaves, by how it does so. */
const UPLOADS: [name: string, upload: object][] = [
  ['cuts an upload without a name', { ...TO_SERVER, path: `${SINGLE}?nam=a` }],
  ['cuts an upload that a fault refuses', { ...TO_SERVER, headers: FAULT }],
  ['resets an upload that a fault refuses', { ...TO_SERVER, headers: FAULT, leaves: 'reset' }],
  ['cuts an upload without a token', { ...TO_SERVER, headers: {} }],
  ['half-closes a refused upload', { ...TO_SERVER, headers: FAULT, leaves: 'half-close' }],
  ['sends no more of a refused upload', { ...TO_SERVER, headers: FAULT, leaves: 'silence' }],
  ['cuts an object without a signature', TO_STORAGE],
  ['resets an object without a signature', { ...TO_STORAGE, leaves: 'reset' }],
  [
    'cuts a JSON body that is too large before its answer',
    {
      ...TO_SERVER,
      path: '/_files/uploads',
      headers: JSON_BODY,
      length: 9e8,
      sent: 9e6,
      leaves: 'before',
    },
  ],
  [
    'cuts a body of the control plane that is too large before its answer',
    {
      ...TO_SERVER,
      path: '/_sandbox/faults',
      headers: JSON_BODY,
      length: 9e8,
      sent: 9e6,
      leaves: 'before',
    },
  ],
]

/** A timer that kept the process would keep it for as long as a body may take, 60 s. */
const expectEnd = async ({ child, ending }: ServerProcess): Promise<void> => {
  await expect.poll(() => child.exitCode, { timeout: 30_000 }).not.toBeNull()
  expect(await ending()).toMatchObject({ code: 0, stdout: expect.stringContaining('left') })
}

test.each(UPLOADS)('exec ends behind its command when the command %s', async (_name, upload) => {
  const suite = [process.execPath, SUITE, JSON.stringify([upload])]
  await expectEnd(startCli(['exec', '--seed', 'minimal', '--', ...suite]))
})

test.each(UPLOADS)('a process ends behind its server when a client %s', async (_name, upload) => {
  const suite = startProgram(process.execPath, [SUITE, JSON.stringify([upload])], { env: {} })
  await expectEnd(suite)
})
