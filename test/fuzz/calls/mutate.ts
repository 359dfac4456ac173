import type { Random } from '../core/random.ts'
import { ODD_NAMES, oddValue, RawJson } from './odd-values.ts'

type Json = Record<string, unknown> | unknown[]

const isJson = (value: unknown): value is Json =>
  value !== null && typeof value === 'object' && !(value instanceof RawJson)

const MAX_PLACES = 200

/** Every object and list in a value. */
const placesIn = (value: unknown): Json[] => {
  const places: Json[] = []
  const queue = [value]
  while (queue.length > 0 && places.length < MAX_PLACES) {
    const next = queue.pop()
    if (!isJson(next)) continue
    places.push(next)
    queue.push(...Object.values(next).slice(0, 50))
  }
  return places
}

/** A copy of a value with one to three places changed. */
export const mutate = (value: unknown, random: Random): unknown => {
  const copy: unknown = structuredClone(value)
  const places = placesIn(copy)
  if (places.length === 0 || random.chance(0.03)) return oddValue(random)
  for (let count = random.pick([1, 1, 1, 2, 3]); count > 0; count -= 1)
    change(random.pick(places), random)
  return copy
}

const change = (place: Json, random: Random): void => {
  const keys = Object.keys(place)
  if (keys.length === 0 || random.chance(0.2)) {
    addTo(place, random)
    return
  }
  const key = random.pick(keys)
  const target = place as Record<string, unknown>
  const kind = random.weighted({ remove: 2, repeat: Array.isArray(place) ? 2 : 0, odd: 6 })
  if (kind === 'remove') delete target[key]
  else if (kind === 'repeat') repeat(place as unknown[], random)
  else target[key] = oddValue(random)
}

const addTo = (place: Json, random: Random): void => {
  if (Array.isArray(place)) {
    place.push(oddValue(random))
    return
  }
  // An assignment would set the prototype instead of a key.
  Object.defineProperty(place, random.pick(ODD_NAMES), {
    value: oddValue(random),
    enumerable: true,
    configurable: true,
    writable: true,
  })
}

const repeat = (list: unknown[], random: Random): void => {
  const first = list[0]
  const length = random.pick([2, 10, 100, 1_000])
  for (let count = 0; count < length; count += 1)
    list.push(typeof first === 'number' ? first + count : first)
}

/** The text of a body with its form changed: cut, doubled, or with bytes changed. */
export const mutateText = (text: string, random: Random): Buffer => {
  const bytes = Buffer.from(text)
  switch (random.below(6)) {
    case 0:
      return bytes.subarray(0, random.below(bytes.length + 1))
    case 1:
      return Buffer.concat([bytes, bytes])
    case 2:
      return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes])
    case 3:
      return Buffer.from(text, 'utf16le')
    case 4: {
      const blank = ' \n\t'.repeat(random.pick([1, 100, 10_000]))
      return Buffer.from(`${blank}${text}${blank}`)
    }
    default:
      for (let count = random.between(1, 4); count > 0 && bytes.length > 0; count -= 1)
        bytes[random.below(bytes.length)] = random.below(256)
      return bytes
  }
}
