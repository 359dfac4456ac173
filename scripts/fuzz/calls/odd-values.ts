import fc from 'fast-check'
import type { Random } from '../core/random.ts'

/** Names that objects of JavaScript have already, and others that stores and file systems take badly. */
export const ODD_NAMES = [
  '__proto__',
  'constructor',
  'x.toString',
  'a.svg',
  'a.tar.gz',
  '..',
  '../../etc/passwd',
  'a\u0000b',
  'a\r\nSet-Cookie: x=1',
  '"quoted".png',
  '\ud83d.png',
  'e\u0301\u200f\u202e.jpg',
  '',
  '%2e%2e%2f',
  "' OR 1=1 --",
  'sandbox:delay:5',
  'sandbox:refuse:90000099',
] as const

const names = fc.constantFrom(...ODD_NAMES)
const anyUnit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))
const bounds = fc.constantFrom(100, 200, 255, 1_000, 4_096, 65_536, 300_000)
const atBound = fc.tuple(bounds, fc.integer({ min: -1, max: 1 })).map(([bound, by]) => bound + by)
const atMost = (max: number) => atBound.map((length) => Array(Math.min(length, max)))

/** A value that fits nowhere, or everywhere. */
const oddValues = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(null, true, {}, []) },
  { weight: 3, arbitrary: fc.constantFrom(0, -1, 2 ** 31, 2 ** 32, 8_640_000_000_000_001) },
  { weight: 3, arbitrary: fc.oneof(fc.maxSafeInteger(), fc.double()) },
  { weight: 3, arbitrary: names },
  { weight: 2, arbitrary: fc.oneof(fc.string({ unit: anyUnit }), fc.string({ unit: 'binary' })) },
  { weight: 2, arbitrary: atBound.map((length) => '屿🙂x'.repeat(length / 3)) },
  { weight: 3, arbitrary: fc.jsonValue() },
  { weight: 2, arbitrary: fc.dictionary(names, fc.jsonValue()) },
  { weight: 1, arbitrary: atMost(1_001).map((list) => list.fill(100_001)) },
  { weight: 1, arbitrary: atMost(1_001).map((list) => ({ ...list.fill(1) })) },
)

/** A value that fits nowhere, or everywhere. */
export const oddValue = (random: Random): unknown => random.sample(oddValues)

/** JSON that `JSON.stringify` would not write. */
const rawJson = fc.oneof(
  fc.constantFrom('1e400', '-1e400', '1E2', '1.0', '-0', '9'.repeat(400), '1e-999'),
  fc.constantFrom('"\\ud800"', '"\\u0000\\uDFFF"', '"\\ud83d\\ude00"', '"\\/\\b"'),
  fc.constantFrom('{"a":1,"a":2,"a":[]}', '{"__proto__":{"x":1}}'),
  fc.constantFrom(10, 63, 64, 65, 5_000).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  fc.constantFrom(10, 63, 65).map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
)

/** Keys and values without members, of which a mutation replaces some. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?[\d.e+]+|true|false|null|\[\]|\{\}/g
const MAX_SEARCHED = 20_000

/** JSON with one to three of its keys and values replaced, repeated or removed. */
export const mutate = (json: string, random: Random): string => {
  let text = json
  for (let count = random.pick([1, 1, 1, 2, 3]); count > 0; count -= 1) {
    const tokens = [...text.slice(0, MAX_SEARCHED).matchAll(TOKEN)]
    if (tokens.length === 0) return JSON.stringify(oddValue(random))
    const { index, 0: token } = random.pick(tokens)
    const isKey = text[index + token.length] === ':'
    const odd = isKey ? random.pick(ODD_NAMES) : oddValue(random)
    const kind = random.weighted({ odd: 8, raw: isKey ? 0 : 2, repeated: isKey ? 0 : 2, none: 0.5 })
    const replacement = {
      odd: JSON.stringify(odd),
      raw: random.sample(rawJson),
      repeated: Array(random.pick([2, 10, 1_000]))
        .fill(token)
        .join(),
      none: '',
    }[kind]
    text = text.slice(0, index) + replacement + text.slice(index + token.length)
  }
  return text
}

/** The bytes of a text with its form changed: cut, doubled, in another encoding, or with bytes changed. */
export const mutateBytes = (text: string, random: Random): Buffer => {
  const bytes = Buffer.from(text)
  const blank = ' \n\t'.repeat(random.pick([1, 100, 10_000]))
  return random.pick([
    bytes.subarray(0, random.below(bytes.length + 1)),
    Buffer.concat([bytes, bytes]),
    Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
    Buffer.from(text, 'utf16le'),
    Buffer.from(blank + text + blank),
    random.flip(bytes, random.between(1, 4)),
  ])
}
