import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importsOf, readSource, sourceFiles } from '#test/kit/source-files.ts'

const APP = 'src/console'
const ROOT = resolve(import.meta.dirname, '../..')

const styleSheets = readdirSync(join(ROOT, APP), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.css'))
  .map((name) => join(APP, name))

const sources = sourceFiles(APP)

/** The folder of a view that a file belongs to, if it does. */
const viewOf = (file: string): string | undefined => /\/views\/([\w-]+)\//.exec(file)?.[1]

const classesOf = (styles: string): string[] => {
  const selectors = styles.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/\{[^{}]*\}/g, ' ')
  return [...selectors.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name)
}

describe('the console', () => {
  test('has views that do not import each other', () => {
    const offences = sources.flatMap((file) =>
      importsOf(file)
        .filter((target) => viewOf(file) && viewOf(target) && viewOf(target) !== viewOf(file))
        .map((target) => `${file} imports ${target}`),
    )
    expect(offences).toEqual([])
  })

  test('has no style for a class that nothing uses, or that only another view uses', () => {
    const unused = styleSheets.flatMap((sheet) => {
      const code = sources
        .filter((file) => [undefined, viewOf(sheet) ?? viewOf(file)].includes(viewOf(file)))
        .map(readSource)
        .join('\n')
      return classesOf(readSource(sheet))
        .filter((name) => !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(code))
        .map((name) => `${sheet} .${name}`)
    })
    expect(unused).toEqual([])
  })

  test('has colours in variables, except for paper', () => {
    const literal = /#[\da-f]{3,8}\b|\b(?:rgb|hsl)a?\(/i
    const offences = styleSheets.flatMap((sheet) =>
      readSource(sheet)
        .split('\n')
        .filter((line) => literal.test(line) && !/^ {2}--/.test(line))
        .map((line) => `${sheet}: ${line.trim()}`),
    )
    expect(offences).toEqual([
      // A notification is written for a white page, and what is behind a dialog is darker in both themes.
      'src/console/parts/action.css: background: rgb(0 0 0 / 45%);',
      'src/console/views/notifications/notifications.css: background: #ffffff;',
    ])
  })
})
