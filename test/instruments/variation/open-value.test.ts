import { describe, expect, test } from 'vitest'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { type OpenValue, openResultOf } from '#src/instruments/variation/open-value.ts'

/** What is open below a value, by the kind of openness and the path. */
function* openIn(open: OpenValue, path: string): Generator<string> {
  if (!open) return
  if (open.kind === 'list') {
    yield `${open.isOrdered ? 'ordered' : 'list'} ${path}`
    yield* openIn(open.of, path)
    return
  }
  if (open.isClosed) yield `closed ${path}`
  for (const kind of ['nullable', 'kept', 'parallel'] as const)
    for (const name of open[kind]) yield `${kind} ${path}.${name}`
  for (const [name, part] of open.parts) yield* openIn(part, `${path}.${name}`)
  yield* openIn(open.anyPart, `${path}.*`)
}

const found = CATALOGUE.flatMap((operation) => [...openIn(openResultOf(operation), operation.id)])

/** The fields of a kind, such as the lists. */
const having = (kind: string): string[] =>
  found.flatMap((one) => (one.startsWith(`${kind} `) ? [one.slice(kind.length + 1)] : []))

describe('what an answer leaves open', () => {
  test('has the lists of its schema, ordered where the document, the request or a place says so', () => {
    expect(having('ordered')).toEqual(['E1.list', 'E5.records', 'E16.assetElementIdList'])
    expect(having('parallel')).toEqual(['E21.successList', 'E21.successMaterialIdList'])
    for (const path of ['E4.detail.subResList', 'E6.records.metadataInfo.*', 'E8.roleList', 'E10'])
      expect(having('list')).toContain(path)
    expect(having('closed')).toEqual(['E15', 'E20'])
  })

  test('has the nullable fields of its schema, but for those that the document promises', () => {
    const nullable = having('nullable')
    for (const path of ['E1.list.description', 'E4.detail.subResList.width', 'E8.roleList'])
      expect(nullable).toContain(path)
    expect(nullable.join()).not.toContain('endTime')
    const kept = ['downloadUrl', 'originalUrl', 'url', 'urlWithParam']
    expect(having('kept')).toEqual(kept.map((name) => `E4.detail.subResList.${name}`))
  })
})
