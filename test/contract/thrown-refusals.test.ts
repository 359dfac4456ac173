import { dirname, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { serverRoutes } from '#scripts/print/server-routes.ts'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { possibleRefusals } from '#src/http/possible-refusals.ts'
import { readSource, sourceFiles } from '#test/kit/source-files.ts'
import { descendants, type Node, nameOf, ThrownRefusals } from '#test/kit/thrown-refusals.ts'

/** Refusals that a handler cannot throw, although the code that it uses can. */
const IMPOSSIBLE: Readonly<Record<string, string>> = {
  'abort-upload abortedUpload': 'an aborted upload is answered before the check of its status',
  'send-file busyFiles': 'receives bytes and asks no facts of a file',
  'send-part busyFiles': 'receives bytes and asks no facts of a file',
}

const sources = sourceFiles('src')
  .filter((file) => !/^src\/(?:cli|client|console|vitest)\//.test(file))
  .map((file): [string, string] => [file, readSource(file)])

const thrown = new ThrownRefusals(sources)

const propertiesOf = (node: Node | undefined): Node[] =>
  node?.type === 'ObjectExpression' ? (node.properties as Node[]) : []

const propertyOf = (node: Node | undefined, name: string): Node | undefined =>
  propertiesOf(node).find(({ key }) => nameOf(key) === name)?.value as Node | undefined

const argumentsOf = ({ type, arguments: given }: Node): Node[] =>
  type === 'CallExpression' ? (given as Node[]) : []

/** What an endpoint runs besides what `defineEndpoint` adds for every operation. */
const handlersOf = (file: string, all = thrown): Node[] => {
  const definition = all.declared(file, 'default').flatMap(argumentsOf)[0]
  return ['handle', 'prepare', 'waits'].flatMap((name) => propertyOf(definition, name) ?? [])
}

const fileOf = (id: string): string => {
  const start = `src/endpoints/e${id.slice(1).padStart(2, '0')}-`
  return sources.find(([file]) => file.startsWith(start))?.[0] ?? start
}

/** Calls such as `app.post(path, { config: { supportingRoute } })`, by the names of the supporting routes. */
const supportingCalls = sources
  .filter(([file]) => /^src\/routes\/(?!storage\/)/.test(file))
  .flatMap(([file]) =>
    thrown
      .all(file)
      .flatMap(descendants)
      .flatMap((node) => {
        const config = argumentsOf(node).map((argument) => propertyOf(argument, 'config'))
        const name = propertyOf(config.find(Boolean), 'supportingRoute')
        return name ? [{ file, node, name: nameOf(name) }] : []
      }),
  )

const isPossible = (pair: string): boolean => !Object.hasOwn(IMPOSSIBLE, pair)

const unlisted = (name: string, found: Map<string, string>, listed: readonly string[]): string[] =>
  [...found].flatMap(([refusal, where]) =>
    listed.includes(refusal) ? [] : [`${name} ${refusal}, thrown in ${where}`],
  )

const E22 = fileOf('E22')

describe('a refusal that code can throw', () => {
  test.each(CATALOGUE.map((operation) => [operation.id, operation] as const))(
    'is listed by %s, which lists no other',
    (id, operation) => {
      const found = thrown.of(fileOf(id), handlersOf(fileOf(id)))
      const listed = possibleRefusals({ operation }, { body: operation.body })
      expect(unlisted(id, found, listed)).toEqual([])
      expect(operation.refuses.filter((name) => !found.has(name))).toEqual([])
    },
  )

  test('is listed by the supporting route whose handler throws it', async () => {
    const routes = await serverRoutes()
    const missing = supportingCalls.flatMap(({ file, node, name }) => {
      const listed = routes
        .filter(({ config }) => config?.supportingRoute === name)
        .flatMap(({ config = {}, schema }) => possibleRefusals(config, schema))
      return unlisted(name, thrown.of(file, [node]), listed)
    })
    const pairs = missing.map((text) => text.split(',')[0] ?? '')
    expect(missing.filter((_, at) => isPossible(pairs[at] ?? ''))).toEqual([])
    expect(Object.keys(IMPOSSIBLE).filter((pair) => !pairs.includes(pair))).toEqual([])
    const known = new Set(routes.flatMap(({ config }) => config?.supportingRoute ?? []))
    expect(new Set(supportingCalls.map(({ name }) => name))).toEqual(known)
  })

  test.each([
    ['the rule itself', 'src/domain/collections/add-assets.ts', 'checkAccess(call, collectionId)'],
    [
      'a function of another module',
      'src/domain/assets/id-kinds.ts',
      'const meanings = meaningsOf(',
    ],
    [
      'a method of the store',
      'src/store/db/store.ts',
      'return this.#watched(() => this.#prepare(text).run(',
    ],
  ])('is found in %s, also when no test provokes it', (_where, changed, line) => {
    const refusals = relative(dirname(changed), 'src/contract/errors/refusals.ts')
    const added = `import { refuse as deny } from '${refusals}'\n`
    const all = new ThrownRefusals(
      sources.map(([file, text]) => [
        file,
        file === changed ? added + text.replace(line, `deny.noFile('new'); ${line}`) : text,
      ]),
    )
    expect(thrown.of(E22, handlersOf(E22)).has('noFile')).toBe(false)
    expect(all.of(E22, handlersOf(E22, all)).get('noFile')).toContain(changed)
  })
})
