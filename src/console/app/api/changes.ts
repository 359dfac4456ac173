import { signal } from '@preact/signals'

/** Counts the times that something of the workspace has changed; `useLoaded` reads again when it moves. */
export const changes = signal(0)

/** The shortest time between two readings of a view that shows live data. */
const PAUSE_MS = 250

let timer: ReturnType<typeof setTimeout> | undefined
let isPausing = false
let isWanted = false

/** Says that data may have changed. The first call acts at once, those that follow it together after a pause. */
export const noteChange = (): void => {
  if (isPausing) {
    isWanted = true
    return
  }
  isPausing = true
  changes.value += 1
  clearTimeout(timer)
  timer = setTimeout(() => {
    isPausing = false
    if (!isWanted) return
    isWanted = false
    noteChange()
  }, PAUSE_MS)
}
