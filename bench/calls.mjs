// Calls of a server one after another on one kept connection.
import { openConnection, requestText } from './keep-alive.mjs'

/** Sends requests in turn so many times; returns milliseconds for each turn. */
export const callInTurn = async (url, requests, times) => {
  const { send, close } = await openConnection(Number(new URL(url).port))
  const texts = requests.map(requestText)
  const begun = performance.now()
  for (let left = times; left > 0; left -= 1)
    for (const text of texts) {
      const { status, head } = await send(text)
      if (status !== 200) throw new Error(head)
    }
  const ms = (performance.now() - begun) / times
  close()
  return ms
}

/** The same after as many calls that only warm up. */
export const callWarm = async (url, requests, times) => {
  await callInTurn(url, requests, times)
  return callInTurn(url, requests, times)
}
