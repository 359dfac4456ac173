import type { FaultRule, Fixtures, JournalDetail } from '#src/client/generated/control.ts'
import { readFixtures } from '../../api/operations.ts'
import { BASE } from '../../api/place.ts'

/** Headers that a client sends by itself. */
const OWN_HEADERS =
  /^(host|connection|content-length|accept|accept-.*|user-agent|origin|referer|sec-.*|cookie|dnt|priority|pragma|cache-control|x-forwarded-.*|forwarded|te|transfer-encoding|keep-alive|upgrade.*|if-.*)$/

/** What the journal shows in the place of a secret: the workspace of its owner, where that is known. */
const MASKED = /(?:[0-9a-f]{8})?\*\*\*/g

/**
 * A call as a command of curl. Secrets are masked in the journal; those of the workspace are put back, and others
 * become variables of the shell.
 */
export const curlOf = async ({ method, path, request }: JournalDetail): Promise<string> => {
  const fixtures: Partial<Fixtures> = await readFixtures().catch(() => ({}))
  const lines = [`curl -X ${method} ${quoted(location.origin + BASE + path)}`]
  for (const [name, value] of Object.entries(request.headers))
    if (!OWN_HEADERS.test(name)) lines.push(`  -H ${filled(`${name}: ${value}`, name, fixtures)}`)
  const { text, base64, isTruncated } = request.body ?? {}
  // Unlike the other options, it never reads a file that the text names.
  if (text) lines.push(`  --data-raw ${filled(text, 'access-token', fixtures)}`)
  if (base64) lines.push('  --data-binary @body')
  return [
    ...(isTruncated ? ['# The journal keeps only the beginning of the body.'] : []),
    ...(base64 ? [`printf %s ${quoted(base64)} | base64 -d > body`] : []),
    lines.join(' \\\n'),
  ].join('\n')
}

/** A text for the shell with its secrets: those that the workspace knows by themselves, others as variables. */
const filled = (text: string, header: string, { app, portalApp }: Partial<Fixtures>): string => {
  const own: Readonly<Record<string, string | undefined>> = {
    'access-token': app?.accessToken ?? undefined,
    'x-app-key': portalApp?.appKey,
  }
  const secret = own[header]
  if (secret !== undefined) return quoted(text.replaceAll(MASKED, () => secret))
  // A caller chooses the names of headers; the shell must read nothing but a variable in them.
  const variable = `"$${header.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}"`
  return text.split(MASKED).map(quoted).join(variable)
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

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
  if (text.length > MAX_PART) return undefined
  try {
    const { token, ...part } = JSON.parse(text)
    const isEmpty = Object.keys(part).length === 0
    return isEmpty || JSON.stringify(part).includes('***') ? undefined : part
  } catch {
    return undefined
  }
}
