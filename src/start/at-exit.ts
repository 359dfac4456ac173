const duties = new Set<() => void>()

const tidyUp = (): void => {
  for (const duty of duties) duty()
}

/** Runs a function when the process ends; the returned function cancels that. */
export const atExit = (duty: () => void): (() => void) => {
  // One listener for all of them: any number of servers may live in a process.
  if (duties.size === 0) process.on('exit', tidyUp)
  duties.add(duty)
  return () => {
    duties.delete(duty)
    if (duties.size === 0) process.off('exit', tidyUp)
  }
}
