/** The nodes of a cycle, from one of them up, in a forest that is given by parents; each node is visited once. */
export const findCycle = <T>(parents: ReadonlyMap<T, T>): T[] | undefined => {
  const done = new Set<T>()
  for (const start of parents.keys()) {
    const path = new Set<T>()
    let node: T | undefined = start
    while (node !== undefined && !done.has(node) && !path.has(node)) {
      path.add(node)
      node = parents.get(node)
    }
    if (node !== undefined && path.has(node)) {
      const nodes = [...path]
      return [...nodes.slice(nodes.indexOf(node)), node]
    }
    for (const visited of path) done.add(visited)
  }
  return undefined
}

/** Maximum number of nodes of a cycle that are named beside the first. */
const MAX_NAMED = 10

/** The nodes of a cycle after the first, for an error. */
export const nameOthers = (cycle: readonly (number | string)[]): string => {
  const others = cycle.slice(1)
  if (others.length <= MAX_NAMED) return others.join(', ')
  return `${others.slice(0, MAX_NAMED).join(', ')} and ${others.length - MAX_NAMED} more`
}
