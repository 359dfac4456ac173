/** The way to a value in a seed: keys of objects and indexes of lists. */
export type Path = readonly (string | number)[]

/**
 * Visits every value at a place of a seed, which is its keys with slashes; a star stands for every element of a list
 * or value of an object. The path is valid during the visit only; copy it to keep it.
 */
export const walk = (
  seed: object,
  place: string,
  visit: (value: unknown, path: Path) => void,
): void => {
  const path: (string | number)[] = []
  const steps = place.split('/')
  const step = (value: unknown, depth: number): void => {
    const key = steps[depth]
    if (key === undefined) visit(value, path)
    else if (key !== '*') into(key, Reflect.get(value as object, key), depth)
    else if (Array.isArray(value))
      for (const [index, each] of value.entries()) into(index, each, depth)
    else for (const [name, each] of Object.entries(value as object)) into(name, each, depth)
  }
  const into = (key: string | number, value: unknown, depth: number): void => {
    if (value === undefined) return
    path.push(key)
    step(value, depth + 1)
    path.pop()
  }
  step(seed, 0)
}

/** The values at places of a seed. */
export const valuesAt = (seed: object, places: readonly string[]): unknown[] => {
  const values: unknown[] = []
  for (const place of places) walk(seed, place, (value) => values.push(value))
  return values
}

/** The value at a path of a seed. */
export const valueAt = (seed: object, path: Path): unknown =>
  path.reduce<unknown>(
    (value, key) => (value === undefined ? undefined : Reflect.get(value as object, key)),
    seed,
  )
