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
