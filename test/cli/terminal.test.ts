import { describe, expect, test, vi } from 'vitest'
import { Terminal } from '#src/cli/terminal.ts'
import { prettyLine } from '#src/start/pretty-line.ts'
import { runCli } from '#test/kit/cli.ts'
import { send } from '#test/kit/http.ts'
import { pathOf } from '#test/kit/operations.ts'
import { startServer, TOKEN } from '#test/kit/server.ts'

/** Sequences that set a window title, go back in a line, end one, or write from right to left. */
const EVIL = '\u001b]0;owned\u0007\u001b[31m\r\u009b2J\u007f\u202e\u2028'

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
const RAW = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/

const writing = (act: (terminal: Terminal) => void, isJson = false): string => {
  let text = ''
  const keep = (part: unknown): boolean => {
    text += part
    return true
  }
  vi.spyOn(process.stdout, 'write').mockImplementation(keep)
  vi.spyOn(process.stderr, 'write').mockImplementation(keep)
  act(new Terminal(isJson, true))
  vi.restoreAllMocks()
  return text
}

describe('a terminal', () => {
  test('receives no control characters', () => {
    const all = writing((terminal) => {
      terminal.answer({}, () => [EVIL, terminal.paint('red', EVIL)])
      terminal.answer({}, () => EVIL)
      terminal.answerLine({}, EVIL)
      terminal.note(EVIL)
      terminal.fail(EVIL)
    })
    expect(all).not.toMatch(RAW)
    expect(all.split('owned')).toHaveLength(7)
  })

  test('receives JSON in which control characters are escaped', () => {
    const value = { [EVIL]: [EVIL] }
    const answer = writing((terminal) => terminal.answer(value, () => ''), true)
    const line = writing((terminal) => terminal.answerLine(value, ''), true)
    for (const text of [answer, line]) {
      expect(text).not.toMatch(RAW)
      expect(JSON.parse(text)).toEqual(value)
    }
    expect(line.trimEnd()).not.toContain('\n')
  })

  test('receives style codes, and none from the painted text', () => {
    const was = process.stdout.isTTY
    process.stdout.isTTY = true
    try {
      const text = writing((terminal) =>
        terminal.answer({}, () => [`a ${terminal.paint('red', 'b\u001b[1m')} c`]),
      )
      expect(text.replaceAll('\u001b[31m', '<').replaceAll('\u001b[39m', '>')).toBe(
        'a <b\\u001b[1m> c\n',
      )
    } finally {
      process.stdout.isTTY = was
    }
  })
})

describe('a log line on a terminal', () => {
  test('has no control characters in any of its texts', () => {
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
})

describe('the command line at a server whose callers send control characters', () => {
  test('prints none of them in lists, single calls, HAR and JSON', async () => {
    const server = await startServer()
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
    const env = { SANDBOX_URL: server.url }
    for (const args of [
      ['journal', 'list'],
      ['journal', 'list', '--json'],
      ['journal', 'show', '1'],
      ['journal', 'show', '1', '--json'],
      ['journal', 'har'],
      ['journal', 'wait', '--code', 'x', '--timeout', '0s'],
      ['journal', 'wait', '--json', '--body', '{"a":1}', '--timeout', '0s'],
    ]) {
      const { stdout, stderr } = await runCli(args, env)
      expect(stdout + stderr, args.join(' ')).not.toMatch(RAW)
      expect(stdout.length).toBeGreaterThan(10)
    }
    const { stdout } = await runCli(['journal', 'show', '1'], env)
    expect(stdout).toContain('\\u001b]0;owned\\u0007')
  })
})
