import { describe, expect, test } from 'vitest'
import { parseAst } from 'vitest/node'
import { readSource, sourceFiles } from '#test/kit/source-files.ts'

/**
 * The modules of a server that open a stream, or hand one on, and why none of them leaves it without an owner. Every other one reads
 * files by `fileBytes`, and answers with a stream that `owned` or `Call.own` has given to its call.
 */
const OWNERS: Readonly<Record<string, string>> = {
  'src/kernel/owned-stream.ts': 'is the owner of streams, and reads files in a loop',
  'src/kernel/pieces.ts': 'makes streams of work in memory, which hold nothing that is open',
  'src/store/blobs/blob-store.ts': 'opens a file for an answer',
  'src/http/start-call.ts': 'gives each stream that a call answers to the call',
  'src/http/plugins/reply-check.ts': 'reads the stream of an answer to its end',
  'src/http/faults/spoil-bytes.ts': 'gives the streams that it makes to the call',
  'src/instruments/journal/journal-stream.ts':
    'holds no descriptor; its route gives it to the call',
  'src/store/media/worker-process.ts': 'starts a process without streams',
  'src/routes/send-content.ts': 'cuts the connection of a file that is too short',
  'src/start/logger.ts': 'opens the log of the artifacts, with a listener for errors',
  'src/control/transfer/archive-entries.ts':
    'reads an archive in a loop, and destroys its reader behind it',
  'src/control/transfer/export-workspace.ts':
    'gives the archive to the call; reads its files in loops',
  'src/control/transfer/send-backup.ts': 'gives the archive to the call; reads its files in loops',
}

/** Programs and libraries of callers, which hold no stream for anybody else. */
const CALLERS = /^src\/(cli|client|control\/backup|console)\//

/** What opens a stream, a socket or a process, by module; `*` is everything that a module exports. */
const OPENERS: Readonly<Record<string, RegExp>> = {
  'node:stream': /./,
  'node:stream/promises': /./,
  'node:fs': /^(create(Read|Write)Stream|ReadStream|WriteStream|default|\*)$/,
  'node:zlib': /^(create\w+|default|\*)$/,
  'node:net': /^(connect|createConnection|Socket|default|\*)$/,
  'node:tls': /./,
  'node:http': /^(request|get|default|\*)$/,
  'node:https': /./,
  'node:child_process': /./,
  'node:readline': /./,
  'tar-stream': /./,
}

const HANDING_ON = /^(pipe|pipeTo|pipeThrough|compose|create(Read|Write)Stream)$/

interface Node {
  type: string
  start: number
  importKind?: string
  source?: { value: string }
  specifiers?: readonly { type: string; importKind?: string; imported?: { name: string } }[]
  callee?: Node & { property?: { name?: string } }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

/** What an import opens streams with; undefined for other nodes, and for types. */
const openerIn = ({ type, importKind, source, specifiers = [] }: Node): string | undefined => {
  if (type === 'ImportExpression') return OPENERS[source?.value ?? ''] && source?.value
  if (type !== 'ImportDeclaration' || importKind === 'type') return undefined
  const names = specifiers
    .filter((specifier) => specifier.importKind !== 'type')
    .map(
      (specifier) =>
        specifier.imported?.name ?? (/Namespace/.test(specifier.type) ? '*' : 'default'),
    )
  return names.find((name) => OPENERS[source?.value ?? '']?.test(name))
}

const handedOnBy = ({ type, callee }: Node): string | undefined => {
  const name = type === 'CallExpression' ? callee?.property?.name : undefined
  return name !== undefined && HANDING_ON.test(name) ? name : undefined
}

const offencesIn = (file: string, text: string): string[] => {
  const found: string[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const element of value) visit(element)
    if (!isNode(value)) return
    const what = openerIn(value) ?? handedOnBy(value)
    const line = text.slice(0, value.start).split('\n').length
    if (what)
      found.push(
        `${file}:${line} uses ${what}; read files by fileBytes, and give streams to their call by owned`,
      )
    for (const child of Object.values(value)) visit(child)
  }
  visit(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))
  return found
}

describe('streams in src', () => {
  test('are opened and handed on only by modules that give them an owner', () => {
    const files = sourceFiles('src').filter((file) => !CALLERS.test(file) && !(file in OWNERS))
    expect(files.flatMap((file) => offencesIn(file, readSource(file)))).toEqual([])
    const idle = Object.keys(OWNERS).filter(
      (file) => offencesIn(file, readSource(file)).length === 0,
    )
    expect(idle).toEqual([])
  })

  test.each([
    ['refused', "import { createReadStream, statSync } from 'node:fs'"],
    ['refused', "import * as fs from 'node:fs'"],
    ['refused', "import { Readable } from 'node:stream'"],
    ['refused', "import { pipeline } from 'node:stream/promises'"],
    ['refused', "import { createGzip } from 'node:zlib'"],
    ['refused', "import { connect } from 'node:net'"],
    ['refused', "const { pack } = await import('tar-stream')"],
    ['refused', 'raw.pipe(form)'],
    ['refused', 'const content = handle.createReadStream()'],
    ['allowed', "import type { Readable } from 'node:stream'"],
    ['allowed', "import { type Socket, isIP } from 'node:net'"],
    ['allowed', "import { readFileSync } from 'node:fs'"],
    ['allowed', "import { crc32 } from 'node:zlib'"],
    ['allowed', 'reply.send(call.own(stream))'],
  ])('are %s in the form %s', (judgement, text) => {
    expect(offencesIn('new.ts', text).length > 0).toBe(judgement === 'refused')
  })
})
