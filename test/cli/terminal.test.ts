import { describe, expect, test } from 'vitest'
import { formatAnswerNotes } from '#src/cli/format-call.ts'
import { columns, Terminal } from '#src/cli/terminal.ts'
import { prettyLine } from '#src/start/pretty-line.ts'
import { fakeIo, serverWithCli } from '#test/kit/cli.ts'
import { send } from '#test/kit/http.ts'
import { pathOf } from '#test/kit/operations.ts'
import { TOKEN } from '#test/kit/server.ts'

/** Sequences that set a window title, go back in a line, end one, or write from right to left. */
const EVIL = '\u001b]0;owned\u0007\u001b[31m\r\u009b2J\u007f\u202e\u2028'

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
const RAW = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/

const writing = (act: (terminal: Terminal) => void, { isJson = false } = {}): string => {
  const io = fakeIo()
  act(new Terminal(io, isJson))
  return io.stdout.written() + io.stderr.written()
}

describe('a terminal', () => {
  test('receives no control characters', () => {
    const all = writing((terminal) => {
      terminal.answer({}, () => [EVIL])
      terminal.answer({}, () => EVIL)
      terminal.answerLine({}, EVIL)
      terminal.note(EVIL)
      terminal.fail(EVIL)
    })
    expect(all).not.toMatch(RAW)
    expect(all.split('owned')).toHaveLength(6)
  })

  test('receives JSON in which control characters are escaped', () => {
    const value = { [EVIL]: [EVIL] }
    const write = (act: (terminal: Terminal) => void): string => writing(act, { isJson: true })
    const answer = write((terminal) => {
      terminal.answer(value, () => '')
      terminal.end()
    })
    const line = write((terminal) => terminal.answerLine(value, ''))
    for (const text of [answer, line]) {
      expect(text).not.toMatch(RAW)
      expect(JSON.parse(text)).toEqual(value)
    }
    expect(line.trimEnd()).not.toContain('\n')
  })
})

test('a table aligns columns with wide characters', () => {
  const rows = [
    ['中文 x', 1],
    ['abcdefg', null],
  ]
  expect(columns(['A', 'B'], rows)).toEqual(['A        B', '中文 x   1', 'abcdefg  -'])
})

test('a log line on a terminal has no control characters in any of its texts', () => {
  const line = JSON.stringify({
    level: 30,
    time: 0,
    msg: EVIL,
    err: { stack: `a\n${EVIL}` },
    list: [EVIL],
    [EVIL]: EVIL,
  })
  expect(line).toMatch(/[\u007f\u009b\u202e]/)
  const text = prettyLine(line, (_style, painted) => painted)
  expect(text).not.toMatch(RAW)
  expect(text.split('owned')).toHaveLength(6)
  expect(text).toContain('\n    a\n    \\u001b')
})

test('the command line prints no control characters of the callers of a server', async () => {
  const { server, run } = await serverWithCli()
  await send(`${server.url}${pathOf('E8')}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'access-token': TOKEN,
      'token-type': 'bearer',
      'x-open-api-user': 'a\u009b2J\u0085b@c.example',
    },
    body: `{"param":{"userIds":[],"${EVIL}":1}}\n${EVIL}`,
  })
  for (const command of [
    'journal list',
    'journal list --json',
    'journal show 1',
    'journal show 1 --json',
    'journal har',
    'journal wait --code x --timeout 0s',
    'journal wait --json --body {"a":1} --timeout 0s',
  ]) {
    const { stdout, stderr } = await run(command)
    expect(stdout + stderr, command).not.toMatch(RAW)
    expect((stdout + stderr).length).toBeGreaterThan(10)
  }
})

test('an answer may have findings that a proxy has cut', () => {
  const headers = new Headers({ 'x-sandbox-findings': 'unknown-field param.%E2%80' })
  expect(formatAnswerNotes(headers)[0]).toBe('warning: unknown-field param.\ufffd')
})
