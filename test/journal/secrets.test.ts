import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maskingOfEntry } from '#src/journal/entry-masking.ts'
import { harOf } from '#src/journal/har.ts'
import { Journals } from '#src/journal/journals.ts'
import { keepText } from '#src/journal/kept-bytes.ts'
import { listEntries } from '#src/journal/list-entries.ts'
import { maskingFor } from '#src/journal/masking.ts'
import { isSecretName } from '#src/journal/secret-names.ts'
import { factsWith } from '#test/kit/facts.ts'

const SECRETS = maskingFor(false)
const ALL = maskingFor(true)
const USUAL = { entries: 10, bytes: 1_048_576, processBytes: 1_048_576, hidesPeople: false }

/** Letters and digits that occur in nothing else. */
const secrets = fc
  .stringMatching(/^[a-zA-Z0-9]{12,30}$/)
  .map((text) => `q${text}Z`)
  .filter((text) => !isSecretName(text))

/** Names of secrets in different spellings. */
const names = fc.constantFrom(
  ...['access-token', 'access_token', 'accessToken', 'accesstoken', 'ACCESS-TOKEN', 'token'],
  ...['client-key', 'client_key', 'clientKey', 'CLIENTKEY', 'refresh_token', 'refresh-token'],
  ...['app-secret', 'appSecret', 'apikey', 'x-api-key', 'password', 'S-Sign', 's_sign'],
)

/** Formats in which a name and a secret are sent in a text. */
const FORMS: Readonly<Record<string, (name: string, secret: string) => string>> = {
  JSON: (name, secret) => JSON.stringify({ a: 1, [name]: secret, b: [2] }),
  'a list in JSON': (name, secret) => JSON.stringify({ [name]: ['x', { y: secret }] }),
  'JSON that is cut off': (name, secret) => `{"a":{"${name}":"${secret}`,
  'JSON in a JSON string': (name, secret) =>
    JSON.stringify({ a: JSON.stringify({ [name]: secret }) }),
  'JSON in a string in a string': (name, secret) =>
    JSON.stringify([JSON.stringify({ a: JSON.stringify({ [name]: secret }) })]),
  'JSON in a string that is cut off': (name, secret) =>
    JSON.stringify({ a: JSON.stringify({ [name]: secret, b: 1 }) }).slice(0, -8),
  'escaped letters': (name, secret) =>
    `{"${name.replace(/^./, (one) => `\\u00${one.charCodeAt(0).toString(16)}`)}":"${secret}"}`,
  'an object without quotes': (name, secret) => `{a: 1, ${name}:"${secret}", b: 2}`,
  'no quotes at all': (name, secret) => `{${name}: ${secret}, b: 2}`,
  'single quotes': (name, secret) => `{'a': 'b', '${name}': '${secret}'}`,
  'a list in single quotes': (name, secret) => `{'${name}': ['x', '${secret}']}`,
  'a line of YAML': (name, secret) => `a: 1\n${name}: ${secret}\nb: 2`,
  'a line with a scheme': (name, secret) => `${name}: Bearer ${secret}`,
  'a line in a JSON string': (name, secret) => JSON.stringify({ log: `x\n${name}: ${secret}\n` }),
  'a form': (name, secret) => `a=b&${name}=${secret}&c=d`,
  'a form with spaces': (name, secret) => `a=b&${name}=x+${secret}%20y`,
  'an encoded name': (name, secret) =>
    `a=b&${name.replace(/.$/, (one) => `%${one.charCodeAt(0).toString(16)}`)}=${secret}`,
  'an address in JSON': (name, secret) =>
    JSON.stringify({ url: `http://a.example/x?${name}=${secret}&b=c` }),
  'a setting in a file': (name, secret) => `export ${name}="${secret}"`,
  'an element of XML': (name, secret) => `<a><${name}>${secret}</${name}><b>1</b></a>`,
  'an element with attributes': (name, secret) => `<n:${name} x="y">${secret}</n:${name}>`,
  'an attribute of XML': (name, secret) => `<a b="c" ${name}="${secret}"/>`,
  'XML that is cut off': (name, secret) => `<a><${name}>${secret}`,
  'XML in JSON': (name, secret) => JSON.stringify({ xml: `<a ${name}="${secret}"/>` }),
  'a form in parts': (name, secret) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${secret}\r\n--x--\r\n`,
  'a form in parts with types': (name, secret) =>
    `--x\r\ncontent-disposition: form-data; name=${name}\r\nContent-Type: text/plain\r\n\r\n${secret}\r\n--x--`,
  'UTF-16': (name, secret) => [...`{"${name}":"${secret}"}`].map((char) => `${char}\0`).join(''),
}

describe('masking', () => {
  /** Prefixes that each start a match of a pattern again and again and never complete it. */
  const PREFIXES = [
    'form-data,name=',
    'form-data; name=token\n',
    '<token ',
    'token="',
    '"token":"',
    '\\"token\\":',
    'token:',
    "'token':",
    'token=\\',
    'a.b@',
    'a=;',
    'token=;',
    ';a',
  ]

  // A pattern that backtracks takes minutes for one of these, longer than the timeout of a test.
  test.each(PREFIXES)('reads a long text of %j once', (prefix) => {
    const text = prefix.repeat(Math.ceil(262_144 / prefix.length))
    for (const masking of [SECRETS, ALL])
      for (const whole of [text, `token${text}`, `{"a":${text}`])
        expect(typeof masking.text(whole)).toBe('string')
  })
})

describe('secrets in every format', () => {
  test.each(Object.entries(FORMS))('are masked in %s', (_form, write) => {
    fc.assert(
      fc.property(names, secrets, (name, secret) => {
        const text = write(name, secret)
        const bare = text.includes('\0') ? [...secret].join('\0') : secret
        expect(text).toContain(bare)
        for (const masking of [SECRETS, ALL]) {
          expect(masking.text(text)).not.toContain(bare)
          expect(JSON.stringify(masking.value('body', { a: [text] }))).not.toContain(bare)
        }
      }),
    )
  })

  test('are masked in JSON that is nested in strings, which stays JSON', () => {
    fc.assert(
      fc.property(names, secrets, fc.integer({ min: 0, max: 5 }), (name, secret, levels) => {
        let text = JSON.stringify({ a: 'b', [name]: secret })
        for (let level = 0; level < levels; level += 1) text = JSON.stringify({ in: text })
        let shown: unknown = JSON.parse(SECRETS.text(text))
        for (let level = 0; level < levels; level += 1)
          shown = JSON.parse((shown as { in: string }).in)
        expect(shown).toEqual({ a: 'b', [name]: '***' })
      }),
    )
  })

  test('are masked in headers and queries of any spelling', () => {
    fc.assert(
      fc.property(names, secrets, (name, secret) => {
        expect(SECRETS.header(name, secret)).toBe('***')
        expect(SECRETS.path(`/x?a=b&${name}=${secret}&c=d`)).toBe(`/x?a=b&${name}=***&c=d`)
        expect(SECRETS.path(`/x;a=b;${name}=${secret}`)).toBe(`/x;a=b;${name}=***`)
        expect(SECRETS.path(`/x?client%4Bey=${secret}`)).toBe('/x?client%4Bey=***')
        expect(SECRETS.header('referer', `http://x/?${name}=${secret}`)).not.toContain(secret)
      }),
    )
  })

  test('leave values with other names unchanged', () => {
    const names = [
      'token-type',
      'X-App-Key',
      'clientId',
      'tokenCount',
      'keyword',
      'crowdUniqueSign',
    ]
    for (const name of names) {
      expect(isSecretName(name)).toBe(false)
      for (const write of Object.values(FORMS)) {
        const text = write(name, 'value')
        expect(SECRETS.text(text)).toBe(text)
      }
    }
  })

  test.each([
    '"',
    '\\"',
    '"\\',
    '{[{[',
    '{"token":"',
    "{'token':[",
    'token: ',
    '<token>',
    'x="',
    ';token=',
  ])('are searched in 64 KiB of %j in linear time', (word) => {
    const text = `token ${word.repeat(Math.floor(65_000 / word.length))} token`
    let calls = 0
    const exec = RegExp.prototype.exec
    RegExp.prototype.exec = function (...args) {
      calls += 1
      return exec.apply(this, args)
    }
    try {
      ALL.text(text)
    } finally {
      RegExp.prototype.exec = exec
    }
    expect(calls).toBeLessThan(10 * text.length)
  })
})

describe('a secret that a call sent in a header', () => {
  const TOKEN = '12345678-0000-4000-8000-00000000000a'

  const shown = (secret: string, header = 'Access-token'): string => {
    const journals = new Journals(USUAL)
    const journal = journals.open()
    const body = keepText(JSON.stringify({ [secret]: 1, note: `x ${secret}` }))
    journal.add(
      factsWith({
        workspace: '12345678',
        headers: [header, secret, 'X-Note', `again ${secret}`].join('\n'),
        path: `/x/${secret}?q=${secret}`,
        actor: secret,
        message: `Token-type must be bearer, got "${secret}"`,
        findings: [{ code: 'unknown-field', field: `param.${secret}` }],
        requestBody: body,
        answerBody: body,
      }),
    )
    const { masking } = journal
    const options = { origin: 'http://x', version: '0', masking }
    return [
      ...listEntries(journal, {}, { bodies: true }),
      ...listEntries(journal, {}, { bodies: false }),
      ...harOf(journal.entriesAfter(0), options),
    ].join('')
  }

  test('appears nowhere, neither as a key nor in the message of the call', () => {
    fc.assert(
      fc.property(secrets, names, (secret, name) => {
        expect(shown(secret, name)).not.toContain(secret)
      }),
    )
  })

  test('appears nowhere when it was sent as token type or in another header', () => {
    expect(shown(TOKEN, 'Token-type')).not.toContain(TOKEN)
    expect(shown('qwertz0123456789', 'Token-type')).not.toContain('qwertz0123456789')
    expect(shown(TOKEN, 'X-Anything')).not.toContain(TOKEN)
    expect(shown(TOKEN, 'X-Anything')).toContain('12345678***')
  })

  test('is distinguished from a nonce, an id and a token of another workspace', () => {
    const id = '87654321-0000-4000-8000-00000000000a'
    expect(shown(id, 'X-Request-Id')).toContain(id)
    expect(shown(TOKEN, 'S-Nonce')).toContain(`"s-nonce":"${TOKEN}"`)
  })
})

describe('the masking of one call', () => {
  const headers = 'access-token\nnope-secret-value-1234\nx-other\nwell-known-value'
  const { text } = maskingOfEntry({ headers, workspace: '00000000' }, SECRETS)

  test.each([
    ['the path "/x/nope-secret-val…', 'the path "/x/***…'],
    ['"nope-sec…, "nope-secret-value-1…', '"***…, "***…'],
    ['"/x/00000000-0000-4000-8000-0000000000…', '"/x/00000000***…'],
    ['param.00000000-0000-4', 'param.00000000***'],
    ['"/x/well-known-va…', '"/x/well-known-va…'],
    ['"/x/11111111-0000-4…', '"/x/11111111-0000-4…'],
    ['/x/nope-s…', '/x/nope-s…'],
  ])('hides the beginning of a secret before a cut: %s', (given, shown) => {
    expect(text(given)).toBe(shown)
  })
})

describe('the path of an entry', () => {
  const TOKEN = '30000000-0000-4000-8000-000000000001'
  const masking = maskingOfEntry(
    { headers: `access-token\n${TOKEN}`, workspace: '30000000' },
    SECRETS,
  )

  test('shows no secret of the call, however its letters are escaped', () => {
    const escapes = fc.array(fc.boolean(), { minLength: TOKEN.length, maxLength: TOKEN.length })
    const property = fc.property(escapes, (isEscaped) => {
      const hex = (letter: string) => letter.charCodeAt(0).toString(16)
      const sent = [...TOKEN].map((letter, at) => (isEscaped[at] ? `%${hex(letter)}` : letter))
      expect(masking.path(`/x/${sent.join('')}?y=${sent.join('')}`)).toBe(
        '/x/30000000***?y=30000000***',
      )
    })
    fc.assert(property)
  })

  test('is shown as it was sent where it has no secret', () => {
    expect(masking.path('/a%2Fb/%41?c=%E4%BD%A0%zz')).toBe('/a%2Fb/%41?c=%E4%BD%A0%zz')
  })
})
