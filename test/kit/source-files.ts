import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')

/** Every TypeScript file, with or without JSX, below a folder of the repository, by its path from the root; packages are not ours. */
export const sourceFiles = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules/'))
    .map((name) => join(folder, name))
    .sort()

export const readSource = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

/** What a file imports: paths from the root for our own files, names for packages. */
export const importsOf = (file: string): string[] => {
  const statements = readSource(file).matchAll(
    /(?<![.\w'-])(?:from\s+|import\s*\(?\s*)'([\w#@.][\w#@./:-]*)'/g,
  )
  return [...statements].map(([, target = '']) => {
    if (target.startsWith('#')) return target.slice(1)
    if (!target.startsWith('.')) return target
    return relative(ROOT, resolve(ROOT, dirname(file), target))
  })
}
