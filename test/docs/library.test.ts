import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as library from '#src/index.ts'
import { examplesOf } from '#test/kit/example-kinds.ts'

const PAGE = 'docs/library.md'
const blocks = examplesOf(PAGE)
const shown = blocks.filter(({ kind }) => kind === 'shown').map(({ text }) => text)
const run = blocks.filter(({ kind }) => kind === 'module').map(({ text }) => text)

/** Names in a text, by the first group of a pattern. */
const namesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name)

const INTERFACE = /(?:interface|type) (?:\w*Control|\w+Sandbox|WorkspaceHandle)\b[\s\S]*?\n\}/g

/** Every function of a handle: the interfaces of the page say its arguments and its result. */
const methods = (shown.join('\n').match(INTERFACE) ?? []).flatMap((text) =>
  namesIn(text, /^ {2}(\w+)(?:: )?(?:<[^(]*>)?\(/gm),
)

describe('the page about the library', () => {
  test('shows the types of every handle, down to the last control', () => {
    const source = ['server-client', 'workspace-control', 'journal-control']
      .map((name) => readFileSync(`src/client/${name}.ts`, 'utf8'))
      .join()
    const handles = namesIn(source, /export (?:interface|type) (\w+(?:Control|Handle))\b/g)
    expect(handles.length).toBeGreaterThan(6)
    for (const name of handles)
      expect(shown.join('\n'), name).toMatch(new RegExp(`(?:interface|type) ${name}\\b`))
  })

  test('calls every function in an example that is run', () => {
    expect(methods.length).toBeGreaterThan(40)
    const uncalled = methods.filter((name) => !run.join('\n').includes(`.${name}(`))
    expect([...new Set(uncalled)]).toEqual([])
  })

  test('names every class and function that the package exports', () => {
    const text = readFileSync(PAGE, 'utf8')
    for (const name of Object.keys(library)) expect(text, name).toContain(name)
  })
})
