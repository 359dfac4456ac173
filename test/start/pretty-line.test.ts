import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatCallLine } from '#src/start/format-call-line.ts'
import { prettyLine } from '#src/start/pretty-line.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/

const plain = (_style: string, text: string): string => text

const marked = (style: string, text: string): string => (text === '' ? '' : `<${style}>${text}`)

const CALL = {
  kind: 'operation',
  operation: 'E22',
  method: 'POST',
  url: '/open-api/standard/v1/asset/collection/add-asset',
  param: 'collection 3001 · 1 asset',
  workspace: '00000000',
  actor: 'owner@example.com',
  caller: '127.0.0.1',
  status: 200,
  code: '0',
  bytes: 52,
  ms: 4.2,
}

const lineOf = (fields: object, level = 30): string =>
  prettyLine(JSON.stringify({ level, time: 0, ...fields }), plain)

describe('a line about a call', () => {
  test('has time, operation, code, duration, actor, last part of the path and parameters', () => {
    expect(lineOf(CALL)).toMatch(
      /^\d\d:\d\d:\d\d\.\d{3} {2}E22 {2}0 {2}4\.2 ms {2}owner@example\.com {2}add-asset {2}collection 3001 · 1 asset\n$/,
    )
  })

  test('has the code and the sentence of a refusal', () => {
    const line = lineOf({ ...CALL, code: '90030002', refusal: 'asset 1 does not exist' })
    expect(line).toMatch(/ E22 {2}90030002 .* 1 asset {2}asset 1 does not exist\n$/)
  })

  test('marks findings with their fields, faults, cut connections and other workspaces', () => {
    const findings = [
      { code: 'used-nonce', level: 'note' },
      { code: 'unknown-field', level: 'warning', field: 'param.colour' },
      ...['a', 'b', 'c', 'd', 'e'].map((field) => ({ code: 'x', level: 'error', field })),
    ]
    const fault = 'f-1 after reset'
    expect(
      lineOf({ ...CALL, findings, fault, transport: 'reset', workspace: '1a2b3c4d' }),
    ).toContain(
      '1 asset  error:x a, x b, x c and 2 more  warning:unknown-field param.colour  note:used-nonce  fault:f-1 after reset  reset  w/1a2b3c4d\n',
    )
  })

  test('names method and path where no operation is, and the status where no code is', () => {
    const { operation: _, code: __, ...unknown } = CALL
    const line = lineOf({ ...unknown, kind: 'control', url: '/_sandbox/x', status: 404 })
    expect(line).toContain('  POST /_sandbox/x  HTTP 404  4.2 ms  owner@example.com  collection')
  })

  test('is green for a success and red for a refusal', () => {
    const call = { method: 'GET', path: '/x', ms: 1 }
    expect(formatCallLine({ ...call, code: '0' }, marked)).toContain('<green>0')
    expect(formatCallLine({ ...call, code: '90000001' }, marked)).toContain('<red>90000001')
    expect(formatCallLine({ ...call, status: 204 }, marked)).toContain('<green>HTTP 204')
    expect(formatCallLine(call, marked)).toContain('<red>HTTP -')
  })

  test('is one bounded line without control characters, with any text in it', () => {
    const text = fc.string({ unit: 'binary', maxLength: 2_000 })
    const record = fc.record({
      operation: text,
      method: text,
      url: text,
      param: text,
      actor: text,
      code: text,
      refusal: text,
      fault: text,
      transport: text,
      workspace: text,
      findings: fc.array(
        fc.record({ code: text, level: fc.constantFrom('error', 'warning', 'note'), field: text }),
        { maxLength: 20 },
      ),
    })
    fc.assert(
      fc.property(record, (fields) => {
        const line = lineOf({ ...CALL, ...fields })
        expect(line.indexOf('\n')).toBe(line.length - 1)
        expect(line).not.toMatch(CONTROL)
        expect(line.length).toBeLessThan(3_000)
      }),
    )
  })
})

describe('another line', () => {
  test('has its level, its sentence and its fields, and a stack below', () => {
    expect(lineOf({ msg: 'stopped' })).toMatch(/^\S+ {2}stopped\n$/)
    expect(lineOf({ msg: 'slow', heldMs: 120, calls: [{ id: 1 }] }, 40)).toMatch(
      /^\S+ {2}warning {2}slow {2}heldMs=120 {2}calls=\[\{"id":1\}\]\n$/,
    )
    const err = { type: 'Error', message: 'broken', stack: 'Error: broken\n    at here' }
    expect(lineOf({ msg: 'defect', reqId: 'req-1', err }, 50)).toMatch(
      /^\S+ {2}error {2}defect\n {4}Error: broken\n {8}at here\n$/,
    )
  })

  test('is empty where the start screen says it', () => {
    expect(lineOf({ msg: 'listening on http://127.0.0.1:4022' })).toBe('')
  })
})
