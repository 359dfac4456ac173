import { code, printedFrom, table } from './markdown.ts'

/** The rules of the checker of seeds, as sentences by their topic. */
export type SeedRules = Readonly<Record<string, readonly { says: string }[]>>

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

${printedFrom('src/seeds/seed-format.ts')}

A seed is the data that a workspace has when it is created, and again after a reset. Two are built in: \`demo\`, the
default, and \`minimal\`, a small one. \`GET /_sandbox/fixtures\` has ids of either for a call of every operation.

## A seed of your own

A seed is a folder of JSON files, merged in the order of their names. The smallest one has a department and the user who
acts when a call names no user:

\`\`\`json my-seed/people.json
{
  "departments": [{ "id": 1, "name": "Studio" }],
  "users": [
    {
      "id": 1, "email": "owner@example.com", "nickname": "Owner", "deptId": 1, "createdAtMs": 1790000000000,
      "isAppOwner": true
    }
  ]
}
\`\`\`

Assets need roles, which their rights name. This one is a text; a file would be named by \`"file": "name.jpg"\` and lie in
\`my-seed/files/\`:

\`\`\`json my-seed/assets.json
{
  "dataRoles": [{ "id": 1, "code": "ownerRole", "name": "Owner", "editable": true, "mayDownload": true }],
  "assets": [
    {
      "id": 1, "name": "A note", "extension": "content_text", "createUser": 1, "createdAtMs": 1790000000000,
      "rights": [{ "unit": { "user": 1 }, "role": "ownerRole" }],
      "subResources": [
        {
          "id": 2, "name": "A note", "extension": "content_text",
          "mediaType": "content_text", "sizeBytes": 16, "baseText": "Once upon a time"
        }
      ]
    }
  ]
}
\`\`\`

\`\`\`sh
SANDBOX_SEED=./my-seed npm start
\`\`\`

A workspace can have a seed of its own. Its path is one **on the server**, relative to the server's working directory, and below
\`SANDBOX_SEED_FOLDERS\` ([settings](configuration.md#settings)):

\`\`\`sh
curl -sS -X POST http://127.0.0.1:4022/_sandbox/workspaces -H 'Content-Type: application/json' \\
  -d '{"seed":"'$PWD'/my-seed"}'
\`\`\`

\`\`\`json
{ "id": "…", "name": "…", "baseUrl": "…", "…": "…" }
\`\`\`

## Adding data to a workspace

The same format is added to a workspace that is in use, as a whole or not at all: by \`POST /_sandbox/seed\`,
\`dam-sandbox seed <file>\` or \`workspace.seed(fragment)\`, whose type \`SeedFragment\` is exported. A user, an asset and
a collection that everyone may add to, beside what the seed \`demo\` has:

\`\`\`json POST /_sandbox/seed
{
  "users": [
    { "id": 9001, "email": "new@example.com", "nickname": "New", "deptId": 10, "createdAtMs": 1790000000000 }
  ],
  "assets": [
    {
      "id": 990001, "name": "A text", "extension": "content_text", "createUser": 9001, "createdAtMs": 1790000000000,
      "rights": [{ "unit": { "user": 9001 }, "role": "ownerRole" }],
      "subResources": [
        {
          "id": 990002, "name": "A text", "extension": "content_text",
          "mediaType": "content_text", "sizeBytes": 16, "baseText": "Once upon a time"
        }
      ]
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

\`\`\`json
{ "added": { "users": 1, "assets": 1, "collections": 1 } }
\`\`\`

Sent twice, it is refused: its ids are taken. Reset the workspace first.

## Rules

- What a seed refers to must be in the seed, or in the workspace that a fragment is added to. The keys below stand in the order
  in which they refer to each other.
- Ids are whole numbers from 1, used once for each kind. Assets, sub-resources and atoms share their ids: of these, only an atom
  that is ingested and the sub-resource that it became have the same one. Instants end in \`AtMs\` and are epoch
  milliseconds; sizes are bytes.
- Files lie in the folder \`files\` of the seed and are named without a path. A fragment can name those of its workspace's own
  seed. Size, type, dimensions and words are read from the file and need not be given.
- A sub-resource or an atom without \`file\` needs \`mediaType\` and \`sizeBytes\`.
- An asset or a content carries values of metadata fields under \`metadata\`, such as
  \`"metadata": { "<code of the field>": ["<code of a value>"] }\`, at most 50. The records of \`metadata\` show what carries a value.
- Unknown keys are refused with their place. A seed that contradicts itself is refused with both places; see
  [what is checked](#what-is-checked).
- What is absent is derived: \`approvalStatus\` and \`updatedAtMs\` of an asset from the approvals that name it, \`updatedAtMs\` of
  a collection from its assets, \`pdfStatus\` and \`fileFormatType\` of a part from its media type.
- A seed over HTTP has [bounds](limits.md) that a folder does not have.`

/** `docs/seeds.md`: the format of seeds, one table for each key, and the rules that are checked. */
export const printSeeds = (seed: SeedSchema, rules: SeedRules): string =>
  [
    INTRO,
    ...Object.entries(seed.properties ?? {}).map(([key, kind]) => printKind(key, kind)),
    CHECKED,
    ...Object.entries(rules).map(printRules),
  ]
    .join('\n\n')
    .concat('\n')

const CHECKED = `## What is checked

Every seed is checked when it is loaded: a built-in one when the program is built, a folder at start, a fragment together with
the data that it is added to. The first contradiction refuses the whole seed, and the message has both places:

\`\`\`text
the seed contradicts itself: asset 100041 has approvalStatus 0, but approval 9003 in progress names it
\`\`\`

Rows that were there before are not checked again, and the data of [states](states.md) is not checked.`

const printRules = ([topic, rules]: [string, readonly { says: string }[]]): string =>
  `### ${topic}\n\n${rules.map(({ says }) => `- ${says}`).join('\n')}`

const printKind = (key: string, { items, description }: SeedSchema): string => {
  const heading = `## ${code(key)}`
  if (!items) return `${heading}\n\n${description ?? ''}`
  const lines = [heading, ...(items.description ? [items.description] : [])]
  return [...lines, table(['Key', 'Value', 'Required'], rowsOf(items))].join('\n\n')
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
