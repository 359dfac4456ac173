import type { Fixtures } from '../../contract/fixtures.ts'

const MARK = '\u0000'

/** Fixtures with a text for each value, which tells where the value is, such as `users.owner.id`. */
export const markedFixtures = (fixtures: Fixtures): Fixtures =>
  marked(fixtures, '') as unknown as Fixtures

const marked = (value: unknown, path: string): unknown => {
  const below = (key: string | number) => (path === '' ? String(key) : `${path}.${key}`)
  if (Array.isArray(value)) return value.map((element, index) => marked(element, below(index)))
  if (typeof value !== 'object' || value === null) return MARK + path
  return Object.fromEntries(
    Object.entries(value).map(([key, element]) => [key, marked(element, below(key))]),
  )
}

/** Where a value that was made of marked fixtures has which of their values: paths by JSON Pointers. */
export const fixturePlaces = (value: unknown, pointer = ''): FixturePlaces => {
  if (typeof value === 'string' && value.startsWith(MARK))
    return { [pointer]: value.slice(MARK.length) }
  if (typeof value !== 'object' || value === null) return {}
  const places = Object.entries(value).map(([key, element]) =>
    fixturePlaces(element, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  )
  return Object.assign({}, ...places) as FixturePlaces
}

/** Paths of the fixtures by JSON Pointers, such as `users.owner.id` at `/param/userIds/0`. */
export type FixturePlaces = Readonly<Record<string, string>>
