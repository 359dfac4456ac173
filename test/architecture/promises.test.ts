import { describe, expect, test } from 'vitest'
import { parseAst } from 'vitest/node'
import { readSource, sourceFiles } from '#test/kit/source-files.ts'

/** Programs, whose last promise ends the process by design. */
const PROGRAMS = new Set(['src/server.ts', 'src/cli/main.ts'])

interface Node {
  type: string
  start: number
  arguments?: readonly Node[]
  argument?: Node
  callee?: Node & { object?: Node; property?: { name?: string } }
  expression?: Node
  operator?: string
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

/** The method of a call on a promise, such as `then`; undefined for other nodes. */
const methodOf = ({ type, callee }: Node): string | undefined =>
  type === 'CallExpression' && callee?.type === 'MemberExpression'
    ? callee.property?.name
    : undefined

/** Whether a chain of calls on a promise has a catch behind its last `then`. */
const isCaught = (node: Node | undefined): boolean => {
  if (!node) return false
  const method = methodOf(node)
  return method === 'catch' || (method === 'finally' && isCaught(node.callee?.object))
}

const isDiscarded = (node: Node): boolean =>
  node.type === 'ExpressionStatement' ||
  (node.type === 'UnaryExpression' && node.operator === 'void')

/** Why a node does not handle its promise; undefined for other nodes. */
const offenceOf = (node: Node): string | undefined => {
  if (methodOf(node) === 'then' && (node.arguments?.length ?? 0) > 1)
    return 'has a second callback, which does not catch errors of the first'
  if (!isDiscarded(node)) return undefined
  const value = node.expression ?? node.argument
  const isChain = value && /^(then|finally)$/.test(methodOf(value) ?? '')
  const isVoid = node.operator === 'void' && value?.type === 'CallExpression'
  if ((isChain || isVoid) && !isCaught(value)) return 'discards a promise that nothing catches'
  return undefined
}

const offencesIn = (file: string, text: string): string[] => {
  const found: string[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const element of value) visit(element)
    if (!isNode(value)) return
    const offence = offenceOf(value)
    const line = text.slice(0, value.start).split('\n').length
    if (offence) found.push(`${file}:${line} ${offence}`)
    for (const child of Object.values(value)) visit(child)
  }
  visit(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))
  return found
}

describe('promises in src', () => {
  test('are awaited, returned or caught', () => {
    const files = sourceFiles('src').filter((file) => !PROGRAMS.has(file))
    expect(files.flatMap((file) => offencesIn(file, readSource(file)))).toEqual([])
  })

  test.each([
    ['an offence', 'waiting.then(() => done(), done)'],
    ['an offence', 'waiting.then(goOn)'],
    ['an offence', 'void waiting.then(goOn)'],
    ['an offence', 'void drain(raw)'],
    ['an offence', 'work().catch(fail).then(goOn)'],
    ['an offence', 'work().finally(release)'],
    ['allowed', 'waiting.then(goOn).catch(fail)'],
    ['allowed', 'work().catch(fail).finally(end)'],
    ['allowed', 'const done = work().then(goOn)'],
    ['allowed', 'const f = () => work().then(goOn)'],
  ])('are %s in the form %s', (judgement, text) => {
    expect(offencesIn('new.ts', text).length > 0).toBe(judgement === 'an offence')
  })
})
