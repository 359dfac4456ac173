import type { Random } from '../core/random.ts'

/** A piece of JSON that `JSON.stringify` would not write, such as `1e400`. */
export class RawJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toJSON(): string {
    return `${MARK}${Buffer.from(this.text).toString('hex')}${MARK}`
  }
}

const MARK = '\u00a4raw\u00a4'
const MARKED = new RegExp(`"${MARK}([\\da-f]*)${MARK}"`, 'g')

/** Writes a value that may hold raw pieces. */
export const writeJson = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'null'
  if (!text.includes(MARK)) return text
  return text.replaceAll(MARKED, (_, hex: string) => Buffer.from(hex, 'hex').toString())
}

/** Names that objects of JavaScript have already, and others that stores and file systems take badly. */
export const ODD_NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'x.constructor',
  'x.__proto__',
  'x.toString',
  'a.html',
  'a.svg',
  'a.tar.gz',
  '.',
  '..',
  '../../etc/passwd',
  'con',
  'a\u0000b',
  'a\r\nSet-Cookie: x=1',
  '"quoted".png',
  '🙂.png',
  '\ud83d.png',
  'e\u0301\u200f\u202e.jpg',
  '',
  ' ',
  '*',
  '%2e%2e%2f',
  '%',
  "' OR 1=1 --",
  'sandbox:delay:5',
  'sandbox:refuse:90000099',
  'sandbox:',
] as const

const NUMBERS = [
  0,
  -0,
  1,
  -1,
  2,
  100,
  1_000,
  65_536,
  2_147_483_647,
  2_147_483_648,
  -2_147_483_649,
  4_294_967_296,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 1,
  Number.MIN_SAFE_INTEGER,
  0.5,
  1.5,
  -0.1,
  1e-300,
  1e300,
  253_402_300_800_000,
  8_640_000_000_000_001,
]

const RAW_NUMBERS = [
  '1e400',
  '-1e400',
  '1E2',
  '1.0',
  '1e0',
  '-0',
  '0.1e1',
  '9'.repeat(400),
  '1e-999',
]

const LENGTHS = [99, 100, 101, 199, 200, 201, 255, 256, 999, 1_000, 1_001, 4_096, 65_536, 300_000]

const oddText = (random: Random): unknown => {
  switch (random.below(7)) {
    case 0:
      return 'x'.repeat(random.pick(LENGTHS))
    case 1:
      return '屿🙂'.repeat(random.pick(LENGTHS) >> 2)
    case 2:
      return random.pick([
        '\ud800',
        'a\udfff',
        '\udc00\ud800',
        '\ud83d\ude00',
        '\u0000',
        '\u2028',
        '\ufeff',
      ])
    case 3:
      return new RawJson(
        random.pick(['"\\ud800"', '"\\u0000\\uDFFF"', '"\\ud83d\\ude00"', '"\\/\\b"']),
      )
    case 4:
      return String(random.pick(NUMBERS))
    default:
      return random.pick(ODD_NAMES)
  }
}

const nested = (random: Random): unknown => {
  const depth = random.pick([10, 60, 63, 64, 65, 66, 200, 5_000])
  const [open, close] = random.chance(0.5) ? ['[', ']'] : ['{"a":', '}']
  return new RawJson(`${open.repeat(depth)}1${close.repeat(depth)}`)
}

const oddMap = (random: Random): unknown => {
  switch (random.below(4)) {
    case 0:
      return {}
    case 1:
      return new RawJson(`{"${random.pick(ODD_NAMES.slice(0, 6))}":{"x":1}}`)
    case 2:
      return new RawJson('{"a":1,"a":2,"a":[]}')
    default:
      return Object.fromEntries(
        Array.from({ length: random.pick([1, 10, 101, 1_001]) }, (_, index) => [
          `k${index}`,
          index,
        ]),
      )
  }
}

const oddList = (random: Random): unknown => {
  const element = random.pick<unknown>([1, 'a', null, {}, [], -1, 100_001, true])
  return Array.from({ length: random.pick([0, 1, 2, 100, 101, 1_000, 1_001]) }, () => element)
}

/** A value that fits nowhere, or everywhere. */
export const oddValue = (random: Random): unknown => {
  const kind = random.weighted({
    null: 2,
    boolean: 1,
    number: 4,
    raw: 2,
    text: 5,
    nested: 1,
    map: 2,
    list: 2,
  })
  if (kind === 'null') return null
  if (kind === 'boolean') return random.chance(0.5)
  if (kind === 'number') return random.pick(NUMBERS)
  if (kind === 'raw') return new RawJson(random.pick(RAW_NUMBERS))
  if (kind === 'text') return oddText(random)
  if (kind === 'nested') return nested(random)
  return kind === 'map' ? oddMap(random) : oddList(random)
}
