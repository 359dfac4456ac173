import { expect, test, vi } from 'vitest'
import { samplesOf } from '#src/openapi/examples/samples.ts'
import { sendFile } from '#test/kit/downloads.ts'
import { injectServer, startServer } from '#test/kit/server.ts'
import { recordStatements } from '#test/kit/statement-rows.ts'

/** Of the transaction and of what notices writes, which every call has. */
const OF_EVERY_CALL = /^(BEGIN|COMMIT|SELECT total_changes)/

/** How many statements the document's sample takes when it is sent again. */
const STATEMENTS: Readonly<Record<string, number>> = {
  E3: 2, // id, record
  E9: 11, // ids of approval and tasks, approval; of two objects the asset, the object and its status; two tasks
  E12: 2, // id, notification
  E13: 3, // status before the transaction; upload, parts
  E14: 3, // one change for each collaborator
  E15: 2, // task, change
  E16: 4, // whether it is uploaded; unfinished upload, id, atom
  E19: 2, // id, report
  E21: 2, // two atoms
}

test.each(Object.entries(STATEMENTS))('%s runs %i statements for its sample', async (id, count) => {
  const server = await injectServer()
  const param = samplesOf(server.fixtures)[id] ?? {}
  await server.result(id, param)
  const texts = recordStatements(server.workspace.store)
  await server.result(id, param)
  const own = texts.filter((text) => !OF_EVERY_CALL.test(text))
  expect(own, own.join('\n')).toHaveLength(count)
})

test('E13 and E16 wait for files only where there are some', async () => {
  const server = await startServer()
  const { files } = server.sandbox
  const path = await sendFile(server, { bytes: 'a,b\n' })
  const whileHeld = vi.spyOn(files, 'whileHeld')
  const create = (name: string) =>
    server.result('E16', { fileList: [{ path: name, name: 'a.csv' }] })
  await create('upload/never.csv')
  expect(whileHeld).not.toHaveBeenCalled()
  await create(path)
  expect(whileHeld).toHaveBeenCalledTimes(1)
  await server.result('E13', server.fixtures.upload)
  expect(whileHeld).toHaveBeenCalledTimes(2)
  await server.result('E13', server.fixtures.upload)
  expect(whileHeld).toHaveBeenCalledTimes(2)
})
