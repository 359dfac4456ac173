import { describe, expect, test } from 'vitest'
import { formatAnswerNotes } from '#src/cli/format-call.ts'
import { formatJson } from '#src/cli/format-json.ts'
import { Terminal } from '#src/cli/terminal.ts'

describe('an answer on the terminal', () => {
  test('may have strings of any length', () => {
    const text = JSON.stringify({ text: 'a'.repeat(10_000_000) })
    expect(JSON.parse(formatJson(text, new Terminal(false, true)))).toEqual(JSON.parse(text))
  })

  test('may have findings that a proxy has cut', () => {
    const headers = new Headers({ 'x-sandbox-findings': 'unknown-field param.%E2%80' })
    expect(formatAnswerNotes(headers)[0]).toBe('warning: unknown-field param.%E2%80')
  })
})
