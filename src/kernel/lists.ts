export const distinct = <T>(list: readonly T[]): T[] => [...new Set(list)]

export const groupBy = <T, K>(list: readonly T[], keyOf: (element: T) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>()
  for (const element of list) {
    const key = keyOf(element)
    const group = groups.get(key)
    if (group) group.push(element)
    else groups.set(key, [element])
  }
  return groups
}

/** Sets an entry of a bounded cache, which drops the oldest entry when it is full. */
export const remember = <K, V>(cache: Map<K, V>, key: K, value: V, max: number): void => {
  cache.set(key, value)
  if (cache.size <= max) return
  const [oldest] = cache.keys()
  if (oldest !== undefined) cache.delete(oldest)
}
