import { formatCurl } from '#src/client/curl.ts'
import type { FaultRule, JournalDetail } from '#src/client/generated/control.ts'
import { parsedJson } from '#src/client/parsed-json.ts'
import { type OwnCredentials, repeatedCall } from '#src/client/repeated-call.ts'
import { isObject } from '#src/kernel/is-object.ts'
import { readFixtures } from '../../api/operations.ts'
import { BASE } from '../../api/place.ts'
import { signatureHeaders } from '../../api/signature.ts'

/** A call as a curl command that repeats it, after what is different about it in comments of the shell. */
export const curlOf = async (call: JournalDetail): Promise<string> => {
  const own = await ownCredentials(call.workspace)
  const { request, notes } = await repeatedCall(call, {
    serverUrl: location.origin + BASE,
    own,
    sign: (token, body) => signatureHeaders(own?.portalApp, token, body),
  })
  const { isTruncated = false } = call.request.body ?? {}
  return [
    ...(isTruncated ? ['# the journal keeps only the beginning of the body'] : []),
    ...notes.map((note) => `# ${note}`),
    formatCurl(request),
  ].join('\n')
}

/** A workspace without a client has no credentials. */
const ownCredentials = async (workspace: string): Promise<OwnCredentials | undefined> => {
  const { app, portalApp } = await readFixtures(workspace).catch(() => ({
    app: undefined,
    portalApp: undefined,
  }))
  return app && { accessToken: app.accessToken ?? '', clientKey: app.clientKey, portalApp }
}

/** A body that is larger would hide what a rule is about. */
const MAX_PART = 2_000

/** The rule that refuses the next call like this one as it was refused, or as unavailable; none for unknown paths. */
export const faultRuleOf = (call: JournalDetail): FaultRule | undefined => {
  const { operation, actor, code, request } = call
  if (operation === null) return undefined
  const part = partOf(request.body?.text ?? '')
  const wanted = code !== null && code !== '0' ? { code } : { status: 503 }
  return {
    match: {
      operation: operation as FaultRule['match']['operation'],
      ...(actor !== null && !actor.includes('***') && { actor }),
      ...(part && { body: part }),
    },
    phase: 'before',
    effect: wanted,
  }
}

/** What identifies the body of a call: all of it but the token. */
const partOf = (text: string): Record<string, unknown> | undefined => {
  const body = text.length > MAX_PART ? undefined : parsedJson(text)
  if (!isObject(body)) return undefined
  const { token, ...part } = body
  const isEmpty = Object.keys(part).length === 0
  return isEmpty || JSON.stringify(part).includes('***') ? undefined : part
}
