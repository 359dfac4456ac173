import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { type CallFacts, sizeOfEntry } from '#src/journal/journal-entry.ts'
import { JournalStream } from '#src/journal/journal-stream.ts'
import { Journals } from '#src/journal/journals.ts'
import { keepBytes, keepText, MAX_KEPT_BYTES } from '#src/journal/kept-bytes.ts'
import { maskingFor } from '#src/journal/masking.ts'
import { PassingBytes } from '#src/journal/passing-bytes.ts'
import { showBody } from '#src/journal/show-entry.ts'
import { waitForCalls } from '#src/journal/wait.ts'
import { readBodyPart } from '#src/kernel/body-part.ts'
import { factsWith } from '#test/kit/facts.ts'

const withBody = (sizeBytes: number): CallFacts =>
  factsWith({ requestBody: keepBytes(Buffer.alloc(sizeBytes)) })

const MIB = 1_048_576
const USUAL = { entries: 100, bytes: MIB, processBytes: 10 * MIB, hidesPeople: false }
const SECRETS = maskingFor(false)
const ALL = maskingFor(true)

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

describe('the bounds of a journal', () => {
  test('keep the latest calls of any size and the count of the dropped ones', () => {
    const limits = fc.record({
      entries: fc.integer({ min: 0, max: 20 }),
      bytes: fc.integer({ min: 0, max: 40_000 }),
      processBytes: fc.integer({ min: 0, max: 60_000 }),
    })
    const call = fc.record({
      at: fc.integer({ min: 0, max: 2 }),
      size: fc.integer({ min: 0, max: 9_000 }),
    })
    fc.assert(
      fc.property(limits, fc.array(call, { maxLength: 80 }), (bounds, calls) => {
        const journals = new Journals({ ...bounds, hidesPeople: false })
        const three = [journals.open(), journals.open(), journals.open()]
        const counts = [0, 0, 0]
        for (const { at, size } of calls) {
          three[at]?.add(withBody(size))
          counts[at] = (counts[at] ?? 0) + 1
          for (const [index, journal] of three.entries()) {
            const kept = [...journal.entriesAfter(0)]
            const bytes = kept.reduce((sum, entry) => sum + sizeOfEntry(entry.facts), 0)
            expect(kept.length).toBeLessThanOrEqual(bounds.entries)
            expect(bytes).toBe(journal.sizeBytes)
            expect(bytes).toBeLessThanOrEqual(bounds.bytes)
            expect(journal.dropped + kept.length).toBe(counts[index])
            expect(kept.map(({ seq }) => seq)).toEqual(
              kept.map((_, place) => journal.dropped + place + 1),
            )
            for (const entry of kept) expect(journal.find(entry.seq)).toBe(entry)
          }
          expect(journals.sizeBytes).toBeLessThanOrEqual(bounds.processBytes)
          expect(journals.sizeBytes).toBe(three.reduce((sum, one) => sum + one.sizeBytes, 0))
        }
      }),
    )
  })

  test('drop entries of the largest journal first', () => {
    const journals = new Journals({ ...USUAL, processBytes: 600_000 })
    const [small, large] = [journals.open(), journals.open()]
    small.add(withBody(1_000))
    for (let index = 0; index < 20; index += 1) large.add(withBody(60_000))
    expect([small.dropped, large.dropped > 0]).toEqual([0, true])
  })

  test('keep nothing of a removed workspace', () => {
    const journals = new Journals(USUAL)
    const journal = journals.open()
    journal.add(withBody(1_000))
    journals.remove(journal)
    journal.add(withBody(1_000))
    expect([journals.sizeBytes, journal.lastSeq]).toEqual([0, 0])
  })

  test('start again at number 1 with nothing dropped after the journal is cleared', () => {
    const journal = new Journals({ ...USUAL, entries: 1 }).open()
    journal.add(factsWith())
    journal.add(factsWith())
    expect([journal.dropped, journal.lastSeq]).toEqual([1, 2])
    journal.clear()
    expect([journal.dropped, journal.lastSeq, journal.sizeBytes]).toEqual([0, 0, 0])
    expect(journal.add(factsWith()).seq).toBe(1)
  })
})

describe('the kept part of a body', () => {
  test('has size, digest and the first 64 KiB of a stream in any pieces', () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 6 })
    fc.assert(
      fc.property(sizes, (pieces) => {
        const whole = Buffer.alloc(
          pieces.reduce((sum, size) => sum + size, 0),
          'abcdefg',
        )
        const passing = new PassingBytes(false)
        let start = 0
        for (const size of pieces) {
          passing.pass(whole.subarray(start, start + size))
          start += size
        }
        const kept = passing.finish()
        expect(kept.sizeBytes).toBe(whole.length)
        expect(kept.sha256).toBe(digestOf(whole))
        expect(kept.start.equals(whole.subarray(0, MAX_KEPT_BYTES))).toBe(true)
        expect(kept.isWhole).toBe(whole.length <= MAX_KEPT_BYTES)
      }),
    )
  })

  test('has the bytes on the wire of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const bytes = Buffer.from(text)
        const kept = keepText(text)
        expect([kept.sizeBytes, kept.sha256]).toEqual([bytes.length, digestOf(bytes)])
        expect(kept.start.equals(bytes)).toBe(true)
      }),
    )
  })

  test('is shown without a character that was cut in half', () => {
    const shown = showBody(keepText(`a${'处'.repeat(30_000)}`), SECRETS)
    expect(shown).toMatchObject({ sizeBytes: 90_001, isTruncated: true })
    expect(shown?.text).toBe(`a${'处'.repeat(21_845)}`)
  })

  test('is shown in base64 when it is not text', () => {
    const shown = showBody(keepBytes(Buffer.from([0xff, 0])), SECRETS)
    expect(shown).toMatchObject({ sizeBytes: 2, base64: '/wA=', isTruncated: false })
  })
})

describe('Masking', () => {
  test.each([
    ['Access-token', '00000000-0000-4000', '00000000***'],
    ['authorization', 'Bearer abc', 'Bearer ***'],
    ['Cookie', 'a=b', '***'],
    ['S-Sign', 'abc', '***'],
    ['Token-type', 'bearer', 'bearer'],
    ['X-App-Key', '00000000-portal', '00000000-portal'],
    ['x-open-api-user', 'a@b.example', 'a@b.example'],
  ])('shows the header %s: %s as %s', (name, value, shown) => {
    expect(SECRETS.header(name, value)).toBe(shown)
  })

  test.each([
    ['{"clientKey":"k","clientId":"c"}', '{"clientKey":"***","clientId":"c"}'],
    ['{"refresh_token" : "11111111-x"}', '{"refresh_token" : "11111111***"}'],
    ['{"\\u0074oken":"x"}', '{"\\u0074oken":"***"}'],
    ['{"token":12.5,"a":1}', '{"token":"***","a":1}'],
    ['{"token":"a\\"b","n":"token"}', '{"token":"***","n":"token"}'],
    ['{"a":"\\"token\\":\\"x\\""}', '{"a":"\\"token\\":\\"***\\""}'],
    ['{"token":"cut of', '{"token":"***"'],
    ['["token",":","x"]', '["token",":","x"]'],
    ['{"token":["a","b",3,null],"n":["c"]}', '{"token":["***","***","***","***"],"n":["c"]}'],
    [
      '{"token":[["a"],{"b":"c","d":[1]}],"n":1}',
      '{"token":[["***"],{"b":"***","d":["***"]}],"n":1}',
    ],
    ['{"token":{"a":"b"},"n":{"c":"d"}}', '{"token":{"a":"***"},"n":{"c":"d"}}'],
    ['{"token":[],"n":"a"}', '{"token":[],"n":"a"}'],
    ['[{"token":"a"},"b"]', '[{"token":"***"},"b"]'],
    ['{"token":["a","b', '{"token":["***","***"'],
    ['{"token":["a"},"b"]', '{"token":["***"},"***"]'],
    ['"token": Bearer a, b', '"token": "***" "***", b'],
  ])('shows the body %s as %s', (body, shown) => {
    expect(SECRETS.text(body)).toBe(shown)
  })

  test('masks the same secrets in the text and in the value of any JSON', () => {
    const key = fc.constantFrom('token', 'clientKey', 'a', 'b', 'list')
    const leaf = fc.oneof(fc.constantFrom('x', 'y z', '[', '{"', ',:'), fc.integer(), fc.boolean())
    const { value: values } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        leaf,
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(key, tie('value'), { maxKeys: 4 }),
      ),
    }))
    fc.assert(
      fc.property(values, (value) => {
        const text = JSON.stringify(value)
        expect(JSON.parse(SECRETS.text(text))).toEqual(SECRETS.value('body', JSON.parse(text)))
        for (const cut of [0.3, 0.6, 0.9]) {
          const partial = SECRETS.text(text.slice(0, Math.floor(text.length * cut)))
          expect(SECRETS.text(partial)).toBe(partial)
        }
      }),
    )
  })

  test.each(['a', 'a@', '[', '"', '\\', '{', ' '])('leaves 64 KiB of %j unchanged', (word) => {
    const text = word.repeat(Math.floor(MAX_KEPT_BYTES / word.length))
    expect(ALL.text(text)).toBe(text)
  })

  test.each(['{"token":', '{"token":[', '&token='])('masks a secret after 64 KiB of %j', (word) => {
    const text = word.repeat(Math.floor(MAX_KEPT_BYTES / word.length))
    expect(ALL.text(`${text}secret`)).not.toContain('secret')
  })

  test('masks every secret of a JSON body and changes nothing else', () => {
    fc.assert(
      fc.property(fc.json(), fc.string(), (json, secret) => {
        const other = JSON.parse(JSON.stringify(JSON.parse(json)))
        const shown = JSON.parse(SECRETS.text(JSON.stringify({ other: [secret], token: secret })))
        expect(shown.other).toEqual([secret])
        expect(shown.token).toMatch(/^([0-9a-f]{8})?\*\*\*$/)
        expect(JSON.parse(SECRETS.text(JSON.stringify({ a: other })))).toEqual({ a: other })
      }),
    )
  })

  test('masks the secrets of a found value of any type', () => {
    const found = {
      token: ['a', { b: 'c' }],
      deep: [{ clientKey: 5, name: '{"token":"x"}' }],
      note: 'n',
    }
    const shown = {
      token: ['***', { b: '***' }],
      deep: [{ clientKey: '***', name: '{"token":"***"}' }],
      note: 'n',
    }
    expect(SECRETS.value('param', found)).toEqual(shown)
    for (const place of ['token', '/token/0', 'body.token[1].a', '/a/token.b'])
      expect(SECRETS.value(place, '00000000-0000')).toBe('00000000***')
    expect(SECRETS.value('note', '&password=a"b')).toBe('&password=***"b')
    expect(SECRETS.value('note', undefined)).toBeUndefined()
    expect(ALL.value('note', ['a.b@c.example'])).toEqual(['***@c.example'])
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        JSON.stringify([SECRETS.value('a', value), ALL.value('a', value)])
      }),
    )
  })

  test('keeps JSON valid when a secret in a text has a quote', () => {
    const body = JSON.stringify({ note: '&password=a"b', url: '/x?token=a"b&c=d' })
    expect(JSON.parse(SECRETS.text(body)).note).toBe('&password=***')
    expect(JSON.parse(ALL.text(body)).url).toBe('/x?token=***&c=d')
  })

  test('masks signatures in paths, and in staging the e-mail addresses of people', () => {
    expect(SECRETS.path('/a?expires=1&signature=ab')).toBe('/a?expires=1&signature=***')
    expect(ALL.header('x-open-api-user', 'a.b@c.example')).toBe('***@c.example')
    expect(ALL.person('a.b@c.example')).toBe('***@c.example')
    expect(ALL.text('{"email":"a@b.example","url":"http://x/a?signature=ab"}')).toBe(
      '{"email":"***@b.example","url":"http://x/a?signature=***"}',
    )
  })
})

/** A body of brackets that is deeper than any accepted call. */
const DEEP = keepText('['.repeat(6_000) + ']'.repeat(6_000))

describe('a body that is nested too deeply', () => {
  test.each([
    [64, true],
    [65, false],
  ])('matches %i levels as JSON: %s', async (levels, isJson) => {
    const journal = new Journals(USUAL).open()
    const text = '['.repeat(levels) + ']'.repeat(levels)
    journal.add(factsWith({ requestBody: keepText(text) }))
    const match = { body: readBodyPart(isJson ? JSON.parse(text) : text) }
    const wanted = { match, count: 1, timeoutMs: 0, after: 0 }
    const outcome = await waitForCalls(journal, wanted, new AbortController().signal)
    expect(outcome?.matched).toBe(true)
  })

  test('is a text in the nearest call, and is shown unchanged', async () => {
    const journal = new Journals(USUAL).open()
    journal.add(factsWith({ requestBody: DEEP, answerBody: DEEP }))
    const match = { body: readBodyPart({ clientId: 'x' }) }
    const wanted = { match, count: 1, timeoutMs: 0, after: 0 }
    const outcome = await waitForCalls(journal, wanted, new AbortController().signal)
    const differs = [{ path: 'body', expected: { clientId: 'x' }, found: '['.repeat(200) }]
    expect(outcome?.nearest).toEqual({ seq: 1, differs })
    expect(showBody(DEEP, ALL)?.text).toBe(DEEP.start.toString())
  })
})

describe('an error during a wait', () => {
  const failing = () => {
    const journal = new Journals(USUAL).open()
    journal.add(factsWith({ requestBody: keepText('{"a":1}') }))
    const mask = vi.spyOn(journal.masking, 'value').mockImplementation(() => {
      throw new RangeError('too deep')
    })
    const aborted = new AbortController()
    const wait = (timeoutMs: number) => {
      const match = { body: readBodyPart({ a: 2 }) }
      return waitForCalls(journal, { match, count: 1, timeoutMs, after: 0 }, aborted.signal)
    }
    return { journal, mask, aborted, wait }
  }

  test.each([0, 1])('rejects a wait of %i ms', async (timeoutMs) => {
    const { wait } = failing()
    await expect(wait(timeoutMs)).rejects.toThrow('too deep')
  })

  test('rejects the wait and records the call that came meanwhile', async () => {
    const { journal, wait } = failing()
    const waiting = expect(wait(60_000)).rejects.toThrow('unreadable')
    const requestBody = keepText('{"a":2}')
    vi.spyOn(requestBody, 'start', 'get').mockImplementation(() => {
      throw new Error('unreadable')
    })
    expect(journal.add(factsWith({ requestBody })).seq).toBe(2)
    await waiting
    expect(journal.add(factsWith()).seq).toBe(3)
  })

  test('ends a stream that cannot show a call, and records the call', async () => {
    const journal = new Journals(USUAL).open()
    const stream = new JournalStream(journal, {}, undefined)
    stream.read()
    vi.spyOn(journal.masking, 'path').mockImplementation(() => {
      throw new RangeError('too deep')
    })
    const failed = new Promise((resolve) => stream.once('error', resolve))
    expect(journal.add(factsWith()).seq).toBe(1)
    expect(await failed).toBeInstanceOf(RangeError)
    vi.restoreAllMocks()
    expect(journal.add(factsWith()).seq).toBe(2)
  })
})
