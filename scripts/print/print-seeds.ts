import { code, printedFrom, table } from './markdown.ts'

/** What is read of a schema. */
export interface SeedSchema {
  type?: string | undefined
  const?: unknown
  pattern?: string | undefined

  minItems?: number | undefined
  description?: string | undefined
  properties?: Readonly<Record<string, SeedSchema>> | undefined
  required?: readonly string[] | undefined
  items?: SeedSchema | undefined
  anyOf?: readonly SeedSchema[] | undefined
}

const INTRO = `# Seeds

${printedFrom('src/sandbox/seed/format.ts')}

A seed is data: what a workspace holds when it is created, and again after a reset. Two are built in, \`demo\` and
\`minimal\`. One of your own is a folder of JSON files, merged in the order of their names:

\`\`\`sh
SANDBOX_SEED=./my-seed npm start
\`\`\`

\`\`\`sh
curl -sS -X POST localhost:4022/_sandbox/workspaces -H 'Content-Type: application/json' -d '{"seed":"/path/of/my-seed"}'
\`\`\`

The same format is added to a workspace that is in use, as a whole or not at all: with
\`POST /_sandbox/seed\`, \`dam-sandbox seed <file>\` or \`workspace.seed(fragment)\`, whose type \`SeedFragment\` is
exported. A user, a collection that everyone may add to, and an asset in it, beside what the seed \`demo\` has:

\`\`\`json
{
  "users": [
    { "id": 9001, "email": "new@example.com", "nickname": "New", "deptId": 10, "createdAtMs": 1790000000000 }
  ],
  "assets": [
    {
      "id": 990001, "name": "A text", "extension": "txt", "createUser": 9001, "createdAtMs": 1790000000000,
      "rights": [{ "unit": { "user": 9001 }, "role": "ownerRole" }],
      "subResources": [{ "id": 990002, "name": "A text", "extension": "txt", "baseText": "Once upon a time" }]
    }
  ],
  "collections": [
    {
      "id": 9301, "name": "Open to all", "createUser": 9001, "createdAtMs": 1790000000000,
      "assetIds": [990001], "rights": [{ "unit": { "everyone": true }, "mayAdd": true }]
    }
  ]
}
\`\`\`

What is referred to must be in the seed, or in the workspace that a fragment is added to; what stands first in this
document is referred to by what follows. Ids are whole numbers from 1 that nothing else of the kind has. Instants end in
\`AtMs\` and are epoch milliseconds, sizes are bytes. Files lie in the folder \`files\` of the seed and are named
without a path; a fragment can name those of its workspace's own seed. What a file says of itself (size, type,
dimensions, words) need not be said again. Keys that are not listed are refused, and the sentence names the place.`

/** `docs/seeds.md`: the format of seeds, one table for each kind of thing. */
export const printSeeds = (seed: SeedSchema): string =>
  [INTRO, ...Object.entries(seed.properties ?? {}).map(([key, kind]) => printKind(key, kind))]
    .join('\n\n')
    .concat('\n')

const printKind = (key: string, { items, description }: SeedSchema): string => {
  const heading = `## ${code(key)}`
  if (!items) return `${heading}\n\n${description ?? ''}`
  const lines = [heading, ...(items.description ? [items.description] : [])]
  return [...lines, table(['Key', 'Value', 'Needed'], rowsOf(items))].join('\n\n')
}

const rowsOf = ({ properties = {}, required = [] }: SeedSchema, path = ''): string[][] =>
  Object.entries(properties).flatMap(([name, schema]) => {
    const place = path + name
    const inner = innerOf(schema)
    const needed = required.includes(name) ? 'yes' : ''
    const row = [code(place), cellOf(schema), needed]
    return inner ? [row, ...rowsOf(inner, `${place}${schema.items ? '[]' : ''}.`)] : [row]
  })

/** The object that has rows of its own. */
const innerOf = (schema: SeedSchema): SeedSchema | undefined => {
  const inner = schema.items ?? schema
  return inner.properties ? inner : undefined
}

const cellOf = (schema: SeedSchema): string =>
  [kindOf(schema), schema.description ?? []].flat().join('; ')

const kindOf = ({ type, items, anyOf, pattern, minItems, ...schema }: SeedSchema): string => {
  if (anyOf) return anyOf.map(choiceOf).join(' or ')
  if (items)
    return `list${minItems ? ', not empty' : ''}${items.properties ? '' : ` of: ${kindOf(items)}`}`
  if (type === 'object') return 'object'
  if (type === 'integer') return 'whole number'
  if (pattern !== undefined) return `text like ${code(pattern)}`
  return schema.const === undefined
    ? type === 'string'
      ? 'text'
      : `${type}`
    : code(`${schema.const}`)
}

const choiceOf = (choice: SeedSchema): string => {
  const [entry] = Object.entries(choice.properties ?? {})
  if (!entry) return kindOf(choice)
  const [name, value] = entry
  return code(`{ ${name}: ${value.const ?? 'id'} }`)
}
