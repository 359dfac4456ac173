// What all programs are set up to answer: the second answer of ours to each request after a reset.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PEER_OPERATION, startContender } from './contenders.mjs'
import { operationCalls } from './operation-calls.mjs'

/** Resets the default workspace of a server. */
export const resetServer = async (url) => {
  const response = await fetch(`${url}/_sandbox/reset`, { method: 'POST' })
  if (!response.ok) throw new Error(`reset answers ${response.status}`)
}

/** The answers by path, also as the file in the folder that the bare servers read; a call that removes answers from the second on what it does here. */
export const recordAnswers = async (folder) => {
  const server = await startContender('ours', undefined, folder)
  const answers = {}
  for (const { id, path, headers, body } of await operationCalls(server.url)) {
    await resetServer(server.url)
    const ask = () => fetch(server.url + path, { method: 'POST', headers, body })
    await (await ask()).text()
    const response = await ask()
    if (response.status !== 200) throw new Error(`${id} answers ${response.status}`)
    answers[path] = { id, type: response.headers.get('content-type'), body: await response.text() }
  }
  await server.stop()
  writeFileSync(join(folder, 'answers.json'), JSON.stringify(answers))
  return answers
}

/** The answer that peers are set up with. */
export const peerAnswer = (answers) => {
  const [path, answer] = Object.entries(answers).find(([, { id }]) => id === PEER_OPERATION)
  return { path, ...answer }
}
