import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { controlRoutes } from '#scripts/print/server-routes.ts'
import type { CommandSpec, Context } from '#src/cli/command.ts'
import { describeDone } from '#src/cli/control-command.ts'
import { COMMANDS } from '#src/cli/program.ts'
import { Terminal } from '#src/cli/terminal.ts'
import { CONTROL_BASE } from '#src/http/request.ts'
import { serverWithCli } from '#test/kit/cli.ts'

const commands = [...COMMANDS].flatMap(([name, spec]): [string, CommandSpec][] =>
  'commands' in spec
    ? Object.entries(spec.commands).map(([inner, command]) => [`${name} ${inner}`, command])
    : [[name, spec]],
)

/** The routes that answer HTTP 204, as commands name them. */
const silent = (await controlRoutes())
  .filter(({ schema }) => Object.keys(Object(schema?.response)).includes('204'))
  .map(({ method, url }) =>
    `${method} ${url.slice(CONTROL_BASE.length)}`.replaceAll(/:(\w+)/g, '{$1}'),
  )

/** What a command prints when its route answers nothing. */
const printedBy = async ({ run }: CommandSpec, args: readonly string[]): Promise<string> => {
  const stdout = new PassThrough()
  const io = { env: {}, stdin: new PassThrough(), stdout, stderr: new PassThrough() }
  const connection = { call: async () => undefined }
  const context = { io, terminal: new Terminal(io, false), connection } as unknown as Context
  await run?.(context, args, {})
  stdout.end()
  return text(stdout)
}

describe('a command whose route answers nothing', () => {
  const found = commands.filter(([, { route = '' }]) => silent.includes(route))

  test.each(found)('prints what it did, and to what: %s', async (_name, spec) => {
    const takesName = Object.keys(spec.takes ?? {}).some((flags) => flags.startsWith('<'))
    const printed = await printedBy(spec, takesName ? ['before'] : [])
    const what = takesName ? 'before' : 'all'
    if (spec.route?.startsWith('DELETE ')) expect(printed).toBe(`deleted ${what}\n`)
    else expect(printed).not.toMatch(/^(?:deleted\b|$)/)
  })

  test('prints so as a program, as text and as JSON', async () => {
    const { cli, json } = await serverWithCli()
    expect(found.map(([name]) => name)).toEqual(expect.arrayContaining(['fault clear']))
    expect(await cli('fault clear')).toBe('deleted all\n')
    expect(await json('journal clear')).toEqual({ deleted: 'all' })
  })

  test.each([
    ['DELETE /faults/{id}', { named: 'f1' }, { deleted: 'f1' }],
    ['DELETE /journal', {}, { deleted: 'all' }],
    ['POST /notes', { named: 'after the login' }, { done: 'after the login' }],
    ['PUT /mode', {}, { done: 'Change the mode' }],
  ] as const)('says so by its method: %s %j', (route, said, expected) => {
    expect(describeDone(route, { summary: 'Change the mode', ...said })).toEqual(expected)
  })
})
