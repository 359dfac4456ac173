/** A problem that a tester cannot go on with. */
export class ControlCallError extends Error {}

const DUE_MS = 120_000

/** Calls the control plane in good manners; throws when it refuses. */
export const control = async <T>(
  url: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> => {
  const response = await fetch(`${url}/_sandbox${path}`, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
    signal: AbortSignal.timeout(DUE_MS),
  })
  const text = await response.text()
  if (!response.ok) throw new ControlCallError(`${response.status} ${method} ${path}: ${text}`)
  return (text === '' ? undefined : JSON.parse(text)) as T
}
