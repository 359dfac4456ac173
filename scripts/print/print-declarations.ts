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

/** Public declarations by their names, in one block of TypeScript, with their comments. */
export const printDeclarations = (modules: readonly string[], names: readonly string[]): string =>
  `\`\`\`ts declarations\n${names.map((name) => declarationOf(modules, name)).join('\n\n')}\n\`\`\``

const declarationOf = (modules: readonly string[], name: string): string => {
  for (const text of modules) {
    const [start] = new RegExp(`^export (?:interface|type) ${name}\\b`, 'm').exec(text) ?? []
    if (start === undefined) continue
    const from = text.search(new RegExp(`^${start}\\b`, 'm'))
    return `${commentBefore(text, from)}${bodyFrom(text, from)}`
  }
  throw new Error(`no public module declares ${name}`)
}

/** The doc comment that ends right before a place. */
const commentBefore = (text: string, at: number): string => {
  const before = text.slice(0, at)
  if (!before.endsWith('*/\n')) return ''
  return before.slice(before.lastIndexOf('/**'))
}

/** A declaration from its start to the line that closes it: the first one before a blank line or another declaration. */
const bodyFrom = (text: string, at: number): string => {
  const rest = text.slice(at)
  const isBlock = /^export interface/.test(rest)
  const end = isBlock ? rest.search(/^\}/m) + 1 : rest.search(/\n(?=\n|\/\*\*|export )|\n*$/)
  return rest
    .slice(0, end)
    .replace(/^export /, '')
    .replaceAll(/^ *\/\/ biome-ignore[^\n]*\n/gm, '')
}
