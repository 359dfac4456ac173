import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What a module hands on from another one. */
const PUBLIC = /^export (?:type )?(?:\*|\{[^}]*\}) from ["'](\.[^"']+)["']/gm

/** The text of every module whose types an entry makes public, the entry included. */
export const publicModules = (entry: string, found = new Map<string, string>()): string[] => {
  if (found.has(entry)) return [...found.values()]
  const text = readFileSync(entry, 'utf8')
  found.set(entry, text)
  for (const [, target = ''] of text.matchAll(PUBLIC))
    publicModules(join(dirname(entry), target), found)
  return [...found.values()]
}

/** Public interfaces by their names, in one block of TypeScript, with their comments. */
export const printDeclarations = (modules: readonly string[], names: readonly string[]): string =>
  `\`\`\`ts declarations\n${names.map((name) => declarationOf(modules, name)).join('\n\n')}\n\`\`\``

/** A comment that ends right before an interface. */
const COMMENT = String.raw`(?:/\*\*(?:(?!\*/)[\s\S])*\*/\n)?`

const declarationOf = (modules: readonly string[], name: string): string => {
  const pattern = new RegExp(String.raw`${COMMENT}^export interface ${name}\b[\s\S]*?^\}`, 'm')
  const [declaration = inferredType(modules, name)] = modules.flatMap(
    (text) => pattern.exec(text) ?? [],
  )
  return declaration.replace('export ', '').replaceAll(/^ *\/\/ biome-ignore[^\n]*\n/gm, '')
}

/** The type of what a function returns, as the build declares it. */
const inferredType = (modules: readonly string[], name: string): string => {
  const alias = new RegExp(`(${COMMENT})^export type ${name} = ReturnType<typeof (\\w+)>`, 'm')
  for (const text of modules) {
    const [, comment, made] = alias.exec(text) ?? []
    const declared = new RegExp(String.raw`const ${made}: \([^{]*\) => (\{[\s\S]*?^\});`, 'm')
    const [, members] = declared.exec(text) ?? []
    if (members !== undefined)
      return `${comment}type ${name} = ${members.replaceAll(/^ {4}/gm, '  ').replaceAll(/;$/gm, '')}`
  }
  throw new Error(`no public module declares ${name}`)
}
