import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { formatAnswerNotes, formatJson } from '#src/cli/format-call.ts'
import { columns, Terminal } from '#src/cli/terminal.ts'
import { prettyLine } from '#src/start/pretty-line.ts'
import { fakeIo, runCli } from '#test/kit/cli.ts'
import { send } from '#test/kit/http.ts'
import { pathOf } from '#test/kit/operations.ts'
import { startServer, TOKEN } from '#test/kit/server.ts'

/** Sequences that set a window title, go back in a line, end one, or write from right to left. */
const EVIL = '\u001b]0;owned\u0007\u001b[31m\r\u009b2J\u007f\u202e\u2028'

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
const RAW = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/

const writing = (
  act: (terminal: Terminal) => void,
  { isJson = false, isTTY = false } = {},
): string => {
  const io = fakeIo({}, '', isTTY)
  act(new Terminal(io, isJson))
  return io.stdout.written() + io.stderr.written()
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
    const answer = writing(
      (terminal) => {
        terminal.answer(value, () => '')
        terminal.end()
      },
      { isJson: true },
    )
    const line = writing((terminal) => terminal.answerLine(value, ''), { isJson: true })
    for (const text of [answer, line]) {
      expect(text).not.toMatch(RAW)
      expect(JSON.parse(text)).toEqual(value)
    }
    expect(line.trimEnd()).not.toContain('\n')
  })

  test('receives style codes, and none from the painted text', () => {
    const text = writing(
      (terminal) => terminal.answer({}, () => [`a ${terminal.paint('red', 'b\u001b[1m')} c`]),
      { isTTY: true },
    )
    expect(text.replaceAll('\u001b[31m', '<').replaceAll('\u001b[39m', '>')).toBe(
      'a <b\\u001b[1m> c\n',
    )
  })
})

describe('JSON on a terminal', () => {
  const coloured = (text: string): string =>
    writing((terminal) => terminal.print(formatJson(text, terminal)), { isTTY: true })

  test('has keys, texts and other values in three colours, and the same content', () => {
    const value = { 'a"': ['b: 1, "c": true', -1.5e3, true, null, {}], [EVIL]: EVIL }
    const text = coloured(JSON.stringify(value))
    expect(text).toContain('\u001b[36m"a\\""\u001b[39m: [')
    expect(text).toContain('\u001b[32m"b: 1, \\"c\\": true"\u001b[39m,\n')
    expect(text).toContain('\u001b[33m-1500\u001b[39m,\n    \u001b[33mtrue\u001b[39m')
    const plain = stripVTControlCharacters(text)
    expect(plain).not.toMatch(RAW)
    expect(JSON.parse(plain)).toEqual(value)
  })

  test('is printed as it is when it is not JSON', () => {
    expect(coloured('{"a": tru')).toBe('{"a": tru\n')
  })
})

describe('a table', () => {
  test('aligns columns with wide characters', () => {
    expect(
      columns(
        ['A', 'B'],
        [
          ['中文 x', 1],
          ['abcdefg', null],
        ],
      ),
    ).toEqual(['A        B', '中文 x   1', 'abcdefg  -'])
  })
})

describe('a progress bar', () => {
  const drawn = (isTTY: boolean): string =>
    writing(
      (terminal) => {
        terminal.showFraction(`${EVIL} 1 of 2`, 0.5)
        terminal.showFraction('', undefined)
      },
      { isTTY },
    )

  test('is one line on a terminal, which is cleared at the end', () => {
    const [, bar, end] = drawn(true).split('\r\u001b[2K')
    expect(bar).toMatch(/^\[#{15}-{15}\] 50 % {2}\\u001b/)
    expect(bar).not.toMatch(RAW)
    expect(end).toBe('')
  })

  test('is not there without a terminal', () => {
    expect(drawn(false)).toBe('')
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
  })
})

describe('an answer on the terminal', () => {
  test('may have strings of any length', () => {
    const text = JSON.stringify({ text: 'a'.repeat(10_000_000) })
    expect(JSON.parse(formatJson(text, new Terminal(fakeIo(), false)))).toEqual(JSON.parse(text))
  })

  test('may have findings that a proxy has cut', () => {
    const headers = new Headers({ 'x-sandbox-findings': 'unknown-field param.%E2%80' })
    expect(formatAnswerNotes(headers)[0]).toBe('warning: unknown-field param.%E2%80')
  })
})
