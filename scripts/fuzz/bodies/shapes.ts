/** How big a body of a shape is to be: the first bound that is met ends it. */
export interface BodySize {
  readonly label: string
  readonly bytes: number
  readonly values: number
}

const MIB = 1_048_576

/**
 * Sizes just under every bound that a server may have, so that it reads and uses the body, and far above:
 * the testers know the starting figures of the bounds, not the table.
 */
export const SIZES: readonly BodySize[] = [
  { label: '16 KiB', bytes: 16_000, values: 50_000 },
  { label: '1.5 MiB, 50,000 values', bytes: 1.5 * MIB - 4_096, values: 49_000 },
  { label: '12 MiB, 320,000 values', bytes: 12 * MIB - 4_096, values: 319_000 },
  { label: '32 MiB, 320,000 values', bytes: 32 * MIB - 65_536, values: 319_000 },
  { label: '12 MiB', bytes: 12 * MIB - 4_096, values: Number.POSITIVE_INFINITY },
  { label: '31 MiB', bytes: 31 * MIB, values: Number.POSITIVE_INFINITY },
  { label: '40 MiB', bytes: 40 * MIB, values: Number.POSITIVE_INFINITY },
]

/** As many pieces as a size allows, each of which counts for some values. */
export const fill = (
  { bytes, values }: BodySize,
  valuesEach: number,
  pieceOf: (index: number) => string,
): string => {
  const bytesEach = pieceOf(1_000_000).length + 1
  const count = Math.max(1, Math.floor(Math.min(bytes / bytesEach, values / valuesEach)))
  const first = pieceOf(0)
  if (pieceOf(1) === first) return `${`${first},`.repeat(count - 1)}${first}`
  return Array.from({ length: count }, (_, index) => pieceOf(index)).join(',')
}

const listOf =
  (valuesEach: number, pieceOf: (index: number) => string) =>
  (size: BodySize): string =>
    `[${fill(size, valuesEach, pieceOf)}]`

const mapOf =
  (pieceOf: (index: number) => string) =>
  (size: BodySize): string =>
    `{${fill(size, 2, pieceOf)}}`

const nested = (depth: number, open: string, close: string): string =>
  open.repeat(depth) + close.repeat(depth)

export const SHAPES: Readonly<Record<string, (size: BodySize) => string>> = {
  objects: listOf(1, () => '{}'),
  lists: listOf(1, () => '[]'),
  ones: listOf(1, () => '1'),
  numbers: listOf(1, (index) => String(100_000_000 + index)),
  nulls: listOf(1, () => 'null'),
  'short texts': listOf(1, (index) => `"t${index}"`),
  'unique keys': mapOf((index) => `"k${index}":0`),
  'unique shapes': listOf(3, (index) => `{"k${index}":0}`),
  'same key': mapOf(() => '"a":0'),
  'one long key': ({ bytes }) => `{"${'k'.repeat(bytes - 8)}":0}`,
  'one long text': ({ bytes }) => `"${'x'.repeat(bytes - 4)}"`,
  'escaped text': ({ bytes }) => `"${'\\u0041'.repeat((bytes - 8) / 6)}"`,
  digits: ({ bytes }) => '9'.repeat(bytes - 2),
  'digits as a key': ({ bytes }) => `{"${'9'.repeat(bytes - 8)}":0}`,
  'surrogate pairs': ({ bytes }) => `"${'\\ud83d\\ude00'.repeat((bytes - 8) / 12)}"`,
  'a pair among ones': (size) => `["\\ud83d\\ude00",${fill(size, 1, () => '1')}]`,
  deep: ({ bytes, values }) => nested(Math.floor(Math.min(bytes / 2 - 4, values)), '[', ']'),
  'deep objects': listOf(30, () => nested(29, '{"a":', '}').replace('}', '0}')),
  whitespace: ({ bytes }) => `[${' \n\t\r'.repeat((bytes - 4) / 4)}1]`,
  unfinished: (size) => `[${fill(size, 1, () => '{}')}`,
}
