import { expect, onTestFinished } from 'vitest'
import { send } from './http.ts'

/** Expects that a server has no finding of level `error` when the test ends. */
export const expectNoErrorFindings = (controlUrl: string): void => {
  onTestFinished(async () => {
    const url = `${controlUrl}/_sandbox/findings?all=true&level=error`
    const { status, body } = await send(url, { method: 'GET' })
    expect(status).toBe(200)
    expect((body as { findings: object[] }).findings).toEqual([])
  })
}
