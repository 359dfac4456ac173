/** A reading whose result is kept for as long as the page is open; one that fails is done again. */
export const readOnce = <T>(read: () => Promise<T>): (() => Promise<T>) => {
  let kept: Promise<T> | undefined
  return () => {
    if (kept) return kept
    const reading = read()
    kept = reading
    reading.catch(() => {
      kept = undefined
    })
    return reading
  }
}
