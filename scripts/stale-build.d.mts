export const PARTS: readonly string[]
export const PROGRAM: readonly string[]
export const staleBuild: (root: string, outputs: readonly string[]) => string | undefined
