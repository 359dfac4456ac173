import { indentedJson } from '../client/parsed-json.ts'
import type { Terminal } from './terminal.ts'

/** A key with its colon, a string, or a number or word. */
const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*|true|false|null)/g

/** Longer texts stay without colours: the pattern takes memory for every character of a string. */
const MAX_COLOURED = 1_000_000

/** A text of JSON, indented and coloured; any other text as it is. */
export const formatJson = (text: string, terminal: Terminal): string => {
  const lines = indentedJson(text)
  if (lines === undefined) return text
  if (lines.length > MAX_COLOURED) return lines
  return lines.replace(TOKEN, (token: string, string?: string, colon?: string) => {
    if (string === undefined) return terminal.paint('yellow', token)
    return colon === undefined
      ? terminal.paint('green', string)
      : `${terminal.paint('cyan', string)}${colon}`
  })
}
