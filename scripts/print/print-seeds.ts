import { code, printedFrom, table } from './markdown.ts'

/** The rules of the checker of seeds, as sentences. */
export type SeedRules = readonly { says: string }[]

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
\`dam-sandbox seed <file or folder>\` or \`workspace.seed(fragment)\`, whose type \`SeedFragment\` is exported. What it names
may be there already. A user of the department 10 of the seed \`demo\`, an asset that it may read, and a collection of both this
asset and one of \`demo\`, below the collection 3001, to which the user may add:

\`\`\`json POST /_sandbox/seed
{
  "users": [
    { "id": 9001, "email": "new@example.com", "nickname": "New", "deptId": 10, "createdAtMs": 1790000000000 }
  ],
  "assets": [
    {
      "id": 990001, "name": "A text", "extension": "content_text", "createUser": 1001, "createdAtMs": 1790000000000,
      "rights": [{ "unit": { "user": 1001 }, "role": "ownerRole" }, { "unit": { "user": 9001 }, "role": "viewerRole" }],
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
      "id": 9301, "name": "For the new user", "parentId": 3001, "createUser": 1001, "createdAtMs": 1790000000000,
      "assetIds": [990001, 100001], "rights": [{ "unit": { "user": 9001 }, "mayAdd": true }]
    }
  ]
}
\`\`\`

\`\`\`json
{ "added": { "users": 1, "assets": 1, "collections": 1 } }
\`\`\`

A refusal names the kind, the id, the field and the place: \`collections, id 3050: parentId is 3999, which is not among the
collections (/collections/0/parentId)\`.

## Replacing data

Ids that are taken are refused, unless \`?mode=replace\` (\`--replace\`, \`{ replace: true }\`) puts the data in place of what has
them. Ids that are free are added as before. A test can send its data at its start, over what an earlier one left behind:

\`\`\`json POST /_sandbox/seed?mode=replace
{
  "collections": [
    {
      "id": 9301, "name": "Empty again", "parentId": 3001, "createUser": 1001, "createdAtMs": 1790000000000,
      "rights": [{ "unit": { "user": 9001 }, "mayAdd": true }]
    }
  ]
}
\`\`\`

\`\`\`json
{ "added": { "collections": 1 } }
\`\`\`

- What others refer to it by stays: a replaced asset stays in its collections, portals and approvals, a replaced user keeps
  approvals, rights and notifications, a replaced collection keeps its children.
- What belongs to the replaced thing alone is what the seed lists, also where operations have added to it: items, rights and
  collectors of a collection; parts, rights and metadata of an asset; members of a pack; tasks and objects of an approval; blocks
  and contents of a portal, which has no collaborators then; parts of an upload. \`assetRights\` and \`collectionRights\` replace all
  rights of the same unit on the same thing.
- An atom that was ingested is an atom again; its asset stays, and the file of that asset gets a new id (A-id-1). An approval
  that named the atom before it was ingested names that file then.
- What follows from other values is made anew: counts, archive paths and the place of everything below a moved collection.
- What would name nothing afterwards is refused with both places: a metadata field without a value that a content carries, a
  collection below itself.
- Fixtures stay as they are, and stored ones are not checked again: a seed that changes what a fixture says, such as the
  e-mail address of a user of \`users\`, a value of \`metadata\` or a path of \`archive\`, should state that fixture too. A fixture
  that it states is checked together with the rest.
- The same data sent twice gives the same database.

## Sending a folder

A seed with files is sent to any server as a tar archive of its JSON files and its folder \`files\`. The command line and the
library pack the folder:

\`\`\`json tea/label.json
{
  "atoms": [
    {
      "id": 990010, "path": "upload/label.txt", "name": "label.txt", "extension": "txt", "file": "label.txt",
      "createUser": 1001, "createdAtMs": 1790000000000
    }
  ]
}
\`\`\`

\`\`\`text tea/files/label.txt
First flush, picked by hand.
\`\`\`

\`\`\`sh
dam-sandbox seed ./tea
\`\`\`

\`\`\`text
{"added":{"atoms":1}}
\`\`\`

\`\`\`sh
tar -C tea -cf - . | curl -sS -X POST -T - -H 'Content-Type: application/x-tar' \\
  'http://127.0.0.1:4022/_sandbox/seed?mode=replace'
\`\`\`

\`\`\`json
{ "added": { "atoms": 1 } }
\`\`\`

An archive has only regular files: JSON files at its top level, and files directly below \`files/\`. Of one that is refused nothing
is kept. With a data folder its files are on the disk before its rows are.

## Rules

- What a seed refers to must be in the seed, or in the workspace that a fragment is added to. The keys below stand in the order
  in which they refer to each other.
- Ids are whole numbers from 1, used once for each kind. Assets, sub-resources and atoms share their ids: of these, only an atom
  that is ingested and the sub-resource that it became have the same one. Instants end in \`AtMs\` and are epoch
  milliseconds; sizes are bytes.
- Files lie in the folder \`files\` of the seed and are named without a path. A fragment can name those of its workspace's own
  seed, and those of the archive that it arrives in. Size, type, dimensions and words are read from the file and need not be given.
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
    rules.map(({ says }) => `- ${says}`).join('\n'),
  ]
    .join('\n\n')
    .concat('\n')

const CHECKED = `## What is checked

Every seed is checked when it is loaded: a built-in one when the program is built, a folder at start, a fragment together with
the data that it is added to. The first contradiction refuses the whole seed, and the message has both places: "the seed
contradicts itself: asset 100041 has approvalStatus 0, but approval 9003 in progress names it".

Everything that a seed names, also in its fixtures, is in the seed or in the
database; nothing is below itself; what a seed states about a file is what is found in it. Rows that were there before are not
checked again, and the data of [states](control-plane.md#named-states) is checked for its keys and names only. Beside that:`

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
