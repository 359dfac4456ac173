/** Sets an entry of a bounded cache, which drops the oldest entry when it is full. */
export const remember = <K, V>(cache: Map<K, V>, key: K, value: V, max: number): void => {
  cache.set(key, value)
  if (cache.size <= max) return
  const [oldest] = cache.keys()
  if (oldest !== undefined) cache.delete(oldest)
}
