import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { harOf } from '#src/instruments/journal/har.ts'
import { Journals } from '#src/instruments/journal/journal.ts'
import { keepBytes, keepText, MAX_KEPT_BYTES } from '#src/instruments/journal/kept-bytes.ts'
import { listEntries } from '#src/instruments/journal/list-entries.ts'
import { isSecretName, maskingFor } from '#src/instruments/journal/masking.ts'
import { showBody } from '#src/instruments/journal/show-entry.ts'
import { factsWith } from '#test/kit/facts.ts'

const SECRETS = maskingFor(false)
const ALL = maskingFor(true)
const USUAL = { entries: 10, bytes: 1_048_576, processBytes: 1_048_576, hidesPeople: false }

const secrets = fc.stringMatching(/^[a-zA-Z0-9]{12,30}$/).map((text) => `q${text}Z`)

const names = fc.constantFrom(
  ...['access-token', 'access_token', 'accessToken', 'accesstoken', 'ACCESS-TOKEN', 'token'],
  ...['client-key', 'client_key', 'clientKey', 'CLIENTKEY', 'refresh_token', 'refresh-token'],
  ...['app-secret', 'appSecret', 'apikey', 'x-api-key', 'password', 'S-Sign', 's_sign'],
)

const shownText = (body: string, masking = SECRETS) => showBody(keepText(body), masking)?.text

describe('headers and paths', () => {
  test.each([
    ['Access-token', '00000000-0000-4000', '00000000***'],
    ['authorization', 'Bearer abc', 'Bearer ***'],
    ['Cookie', 'a=b', '***'],
    ['Token-type', 'bearer', 'bearer'],
    ['Token-type', '12345678-0000-4000-8000-00000000000a', '12345678***'],
    ['X-App-Key', '00000000-portal', '00000000-portal'],
    ['x-open-api-user', 'a@b.example', 'a@b.example'],
    ['S-Nonce', '12345678-0000-4000', '12345678-0000-4000'],
    ['referer', 'http://x/?a=b&signature=c', 'http://x/?a=b&signature=***'],
  ])('shows the header %s: %s as %s', (name, value, shown) => {
    expect(SECRETS.header(name, value)).toBe(shown)
  })

  test('mask secrets in headers, queries and matrix parameters of any spelling', () => {
    fc.assert(
      fc.property(names, secrets, (name, secret) => {
        expect(SECRETS.header(name, secret)).toBe('***')
        expect(SECRETS.path(`/x?a=b&${name}=${secret}&c=d`)).toBe(`/x?a=b&${name}=***&c=d`)
        expect(SECRETS.path(`/x;a=b;${name}=${secret}`)).toBe(`/x;a=b;${name}=***`)
        expect(SECRETS.header('referer', `http://x/?${name}=${secret}`)).not.toContain(secret)
      }),
    )
  })

  test('mask signatures in paths, and in staging the e-mail addresses of people', () => {
    expect(SECRETS.path('/a?expires=1&signature=ab')).toBe('/a?expires=1&signature=***')
    expect(ALL.header('x-open-api-user', 'a.b@c.example')).toBe('***@c.example')
    expect(ALL.person('a.b@c.example')).toBe('***@c.example')
    expect(shownText('{"email":"a@b.example","url":"http://x/a?signature=ab"}', ALL)).toBe(
      '{"email":"***@b.example","url":"http://x/a?signature=***"}',
    )
  })

  test('mask names that are percent-encoded, in paths, headers and bodies', () => {
    for (const name of ['access%5Ftoken', '%61ccess-token', 'client%4Bey', 'access%255Ftoken']) {
      expect(SECRETS.path(`/x?${name}=s3cret&b=c`)).toBe(`/x?${name}=***&b=c`)
      expect(SECRETS.header('referer', `http://x/?${name}=s3cret`)).toBe(`http://x/?${name}=***`)
      expect(shownText(`{"url":"http://x/?${name}=s3cret"}`)).toBe(
        `{"url":"http://x/?${name}=***"}`,
      )
    }
    expect(SECRETS.path('/x?sign%61ture=ab&expires=1')).toBe('/x?sign%61ture=***&expires=1')
  })

  test.each([
    'http://x/_files/00000000/resources/1/download?expires=1&signature=ab',
    'http://x/a?X-Amz-Expires=1&X-Amz-Signature=ab',
    'http://x/a?x-oss-expires=1&x-oss-signature=ab',
    'http://x/a?Expires=1&amp;Signature=ab',
    'http://x/a?expires=1\\u0026signature=ab',
  ])('mask the signature of the URL %s in a body, and nothing else of it', (url) => {
    const body = `{"url":"${url}","expires":1,"signature":"of a letter"}`
    for (const masking of [SECRETS, ALL])
      expect(shownText(body, masking)).toBe(body.replace('=ab', '=***'))
  })

  test('show values with other names', () => {
    for (const name of ['token-type', 'X-App-Key', 'clientId', 'tokenCount', 'crowdUniqueSign']) {
      expect(isSecretName(name)).toBe(false)
      expect(SECRETS.path(`/%41?${name}=value`)).toBe(`/%41?${name}=value`)
      expect(shownText(`{ "${name}": "value" }`)).toBe(`{ "${name}": "value" }`)
    }
  })
})

describe('a JSON body', () => {
  test.each([
    ['{"clientKey":"k","clientId":"c"}', '{"clientKey":"***","clientId":"c"}'],
    ['{"refresh_token" : "11111111-x"}', '{"refresh_token" : "11111111***"}'],
    ['{"\\u0074oken":"x"}', '{"\\u0074oken":"***"}'],
    ['{"token":12.5,"a":1}', '{"token":"***","a":1}'],
    ['{"token":"a","token":"b","n":"token"}', '{"token":"***","token":"***","n":"token"}'],
    ['["token",":","x"]', '["token",":","x"]'],
    ['{"a":"x\\" , ","token":"b"}', '{"a":"x\\" , ","token":"***"}'],
    [
      '{"token":[["a"],{"b":"c","d":[null]}],"n":1}',
      '{"token":[["***"],{"b":"***","d":["***"]}],"n":1}',
    ],
    ['[{"token":"a"},"b"]', '[{"token":"***"},"b"]'],
    ['{"url":"http://x/?token=a&b=c"}', '{"url":"http://x/?token=***&b=c"}'],
    [' { "a" : 1.0 } ', ' { "a" : 1.0 } '],
    ['', ''],
  ])('%s is shown as %s', (body, shown) => {
    expect(shownText(body)).toBe(shown)
  })

  test('has every secret of any spelling masked and nothing else changed', () => {
    fc.assert(
      fc.property(fc.jsonValue(), names, secrets, (json, name, secret) => {
        const other = JSON.parse(JSON.stringify(json))
        const shown = shownText(JSON.stringify({ other: [secret], deep: [{ [name]: secret }] }))
        expect(JSON.parse(shown ?? '')).toEqual({ other: [secret], deep: [{ [name]: '***' }] })
        expect(JSON.parse(shownText(JSON.stringify({ a: other })) ?? '')).toEqual({ a: other })
      }),
    )
  })

  test('is shown up to 64 KiB, without a character that was cut in half and without secrets', () => {
    const shown = showBody(keepText(`["${'处'.repeat(30_000)}`), SECRETS)
    expect(shown).toMatchObject({ sizeBytes: 90_002, isTruncated: true })
    expect(shown?.text).toBe(`["${'处'.repeat(21_844)}`)
    const long = 'a'.repeat(MAX_KEPT_BYTES)
    expect(shownText(`{"token":"x","a":"${long}`)).toMatch(/^\{"token":"\*\*\*","a":"aaa/)
    expect(shownText(`{"a":1,"token":"${long}`)).toBe('{"a":1,"token":"***"')
    expect(shownText(`{"token":["x"],"a":"${long}`)).toBeUndefined()
  })
})

describe('a body that is not JSON', () => {
  test.each([
    ...['clientKey=s', '{clientKey:"s"}', "{'clientKey':'s'}", '<clientKey>s</clientKey>'],
    ...['{"token":"s', 'clientKey: s', 's'.repeat(100_000), `${'['.repeat(65)}${']'.repeat(65)}`],
  ])('is shown as its size: %.30s', (body) => {
    expect(showBody(keepText(body), SECRETS)).toEqual({
      sizeBytes: body.length,
      sha256: expect.any(String),
      isTruncated: body.length > MAX_KEPT_BYTES,
    })
  })

  test('may be UTF-16', () => {
    expect(
      showBody(keepBytes(Buffer.from('{"token":"s"}', 'utf16le')), SECRETS),
    ).not.toHaveProperty('text')
    expect(showBody(keepBytes(Buffer.from([0x22, 0xff, 0x22])), SECRETS)).not.toHaveProperty('text')
  })
})

describe('masking', () => {
  // A pattern that backtracks takes minutes for one of these, longer than the timeout of a test.
  test.each([
    'a',
    'a@',
    'a.b@',
    '[',
    '"',
    '\\',
    '\\"',
    '"\\',
    '{[{[',
    '{"token":"',
    '"token":',
    '?',
    ';a',
    '?a=;',
  ])('reads a long text of %j in linear time', (word) => {
    const text = word.repeat(Math.ceil(262_144 / word.length))
    for (const masking of [SECRETS, ALL]) {
      expect(typeof masking.text(text)).toBe('string')
      expect(typeof masking.path(text)).toBe('string')
      for (const start of ['', '[', '{"']) showBody(keepText(start + text), masking)
    }
  })

  test('masks the secrets of a found value of any type', () => {
    const found = {
      token: ['a', { b: 'c' }],
      deep: [{ clientKey: 5, name: '?token=x' }],
      note: 'n',
    }
    const shown = {
      token: ['***', { b: '***' }],
      deep: [{ clientKey: '***', name: '?token=***' }],
      note: 'n',
    }
    expect(SECRETS.value('param', found)).toEqual(shown)
    for (const place of ['token', '/token/0', 'body.token[1].a', '/a/token.b'])
      expect(SECRETS.value(place, '00000000-0000')).toBe('00000000***')
    expect(SECRETS.value('note', undefined)).toBeUndefined()
    expect(ALL.value('note', ['a.b@c.example'])).toEqual(['***@c.example'])
  })

  test('holds in lists and archives', () => {
    const journal = new Journals(USUAL).open()
    const body = keepText('{"clientKey":"qSecretZ"}')
    const headers = 'Access-token\nqSecretZ\nToken-type\nqSecretZ.x'
    journal.add(
      factsWith({ headers, path: '/x?token=qSecretZ', requestBody: body, answerBody: body }),
    )
    const { masking } = journal
    const shown = [
      ...listEntries(journal, {}, { bodies: true }),
      ...harOf(journal.entriesAfter(0), { origin: 'http://x', version: '0', masking }),
    ].join('')
    expect(shown).not.toContain('qSecretZ')
  })
})
