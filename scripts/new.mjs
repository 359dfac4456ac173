// Writes the files of a new operation, refusal or control route with their tests: `npm run new -- --help`.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import { root } from './bundle.mjs'
import { controlRoute, FAMILIES, operation } from './templates.mjs'

const read = (file) => readFileSync(join(root, file), 'utf8')

/** Stops before anything is written; the program says so in one line. */
const refuse = (problem) => {
  throw new InvalidArgumentError(problem)
}

/** Adds a part before the first `marker` behind `start`. */
const insert =
  (part, marker, start = marker) =>
  (text, file) => {
    const place = text.indexOf(marker, text.indexOf(start))
    if (!text.includes(start) || place < 0) refuse(`${file} has no ${JSON.stringify(marker)}`)
    return text.slice(0, place) + part + text.slice(place)
  }

/** Writes new files and changed ones, all or none: nothing that exists is overwritten. */
const write = (created, changes) => {
  for (const file of Object.keys(created))
    if (existsSync(join(root, file))) refuse(`${file} exists already; use another name`)
  const changed = Object.entries(changes).map(([file, edits]) => [
    file,
    edits.reduce((text, edit) => edit(text, file), read(file)),
  ])
  const files = [...Object.entries(created), ...changed]
  for (const [file, text] of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  const biome = join(root, 'node_modules/.bin/biome')
  const named = files.map(([file]) => file)
  execFileSync(biome, ['check', '--write', '--vcs-enabled=false', '--log-level=none', ...named], {
    cwd: root,
  })
  const list = (title, names) =>
    process.stdout.write(
      names.length > 0 ? `${title}\n${names.map((file) => `  ${file}\n`).join('')}` : '',
    )
  list('Created', Object.keys(created))
  list('Changed', Object.keys(changes))
}

const advise = (...lines) =>
  process.stdout.write(`\nNext\n${lines.map((l) => `  ${l}\n`).join('')}`)

const kebab = (name) =>
  /^[a-z][a-z\d]*(-[a-z\d]+)*$/.test(name)
    ? name
    : refuse('Use lower-case words with hyphens, such as remove-assets.')

const camel = (name) =>
  /^[a-z][a-zA-Z\d]*$/.test(name) ? name : refuse('Use camel case, such as collectionIsFull.')

const camelOf = (name) => name.replaceAll(/-(.)/g, (_, letter) => letter.toUpperCase())

const endpointFiles = () =>
  readdirSync(join(root, 'src/endpoints')).filter((f) => /^e\d\d-/.test(f))

const newOperation = (name, { family }) => {
  const same = endpointFiles().find((file) => file.endsWith(`-${name}.ts`))
  if (same) refuse(`src/endpoints/${same} exists already; use another name`)
  const number = endpointFiles().length + 1
  const padded = String(number).padStart(2, '0')
  const file = `e${padded}-${name}`
  const { endpoint, handler, assumption, test } = operation({
    name,
    handler: camelOf(name),
    number,
    family,
  })
  write(
    {
      [`src/endpoints/${file}.ts`]: endpoint,
      [`src/domain/${family}/${name}.ts`]: handler,
      [`test/endpoints/${file}.test.ts`]: test,
    },
    {
      'src/endpoints/index.ts': [
        insert(`import e${padded} from './${file}.ts'\n`, '\nexport const ENDPOINTS'),
        insert(`\n  e${padded},`, '\n]\n', 'export const ENDPOINTS'),
      ],
      'src/contract/assumptions/library-assumptions.ts': [insert(assumption, '} as const')],
    },
  )
  advise(
    `npx vitest run test/endpoints/${file}.test.ts`,
    'grep -rn TODO src test   # what is left to fill in',
    'npm run build && npm run docs && npm run check',
  )
}

/** The first digits of the codes of a group, and the table that has them. */
const GROUPS = {
  request: ['9000', 'REQUEST_REFUSALS'],
  access: ['9001', 'ACCESS_REFUSALS'],
  field: ['9002', 'FIELD_REFUSALS'],
  data: ['9003', 'DATA_REFUSALS'],
}

const nextCode = (prefix) => {
  const codes = [...read('src/contract/errors/refusals.ts').matchAll(/'(\d{8})'/g)]
    .map(([, code]) => code)
    // 90000099 is the server's own defect, behind all others.
    .filter((code) => code.startsWith(prefix) && !code.endsWith('99'))
  return Math.max(...codes.map(Number)) + 1
}

const newRefusal = (name, { operation: id, group }) => {
  const digits = /^E(\d+)$/.exec(id)?.[1]?.padStart(2, '0')
  const endpoint = endpointFiles().find((file) => file.startsWith(`e${digits}-`))
  if (!endpoint) refuse(`Operation ${id} does not exist; use a number such as E22.`)
  const [prefix, table] = GROUPS[group]
  const refusals = read('src/contract/errors/refusals.ts')
  if (new RegExp(`^  ${name}: `, 'm').test(refusals))
    refuse(`src/contract/errors/refusals.ts has ${name} already; use another name`)
  const code = nextCode(prefix)
  const kind = `  ${name}: fieldKind(\n    '${code}',\n    'TODO: when a call gets it.',\n    (field: string) => \`\${field}: TODO: what is wrong; what would be right\`,\n  ),\n`
  const path = `src/endpoints/${endpoint}`
  const lists = read(path).includes('  refuses: [')
  write(
    {},
    {
      'src/contract/errors/refusals.ts': [insert(kind, '} as const', `const ${table} = {`)],
      [path]: [
        lists
          ? (text) => text.replace('  refuses: [', `  refuses: ['${name}', `)
          : insert(`  refuses: ['${name}'],\n`, '  sample:'),
      ],
      'test/contract/refusals/rule-cases.ts': [
        insert(
          `\n  // TODO: fields of a call that gets it\n  '${id} ${name}': having({}),`,
          '\n}\n',
          'export const RULE_CASES',
        ),
      ],
    },
  )
  advise(
    `throw refuse.${name}('<field>') where the handler of ${id} finds it`,
    'npx vitest run test/contract/refusals.test.ts',
    'npm run build && npm run docs',
  )
}

const newControlRoute = (name) => {
  const variable = camelOf(name)
  const { route, command, test, commandTest } = controlRoute({ name, variable })
  const entry = variable === name ? variable : `'${name}': ${variable}`
  write(
    {
      [`src/control/${name}.ts`]: route,
      [`src/cli/commands/${name}.ts`]: command,
      [`test/control/${name}.test.ts`]: test,
      [`test/cli/${name}.test.ts`]: commandTest,
    },
    {
      'src/control/control-plane.ts': [
        insert(`import ${variable} from './${name}.ts'\n`, '\ndeclare module'),
        insert(`\n  ${variable},`, '\n]\n', 'const FEATURES'),
      ],
      'src/cli/program.ts': [
        insert(`import { ${variable} } from './commands/${name}.ts'\n`, '\nexport const COMMANDS'),
        insert(`\n    ${entry},`, '\n  }),\n)', 'const COMMANDS'),
      ],
    },
  )
  advise(
    'npm run build   # the command reads its help from the built document',
    `npx vitest run test/control/${name}.test.ts test/cli/${name}.test.ts`,
    'grep -rn TODO src test   # what is left to fill in',
  )
}

const program = new Command('npm run new --')
  .description('Write the files of something new, with their tests. Nothing is overwritten.')
  .showHelpAfterError('(--help shows the usage)')
program
  .command('operation')
  .description('an endpoint, its line in the catalogue, its handler, its assumption and its test')
  .argument('<name>', 'words with hyphens, such as remove-assets', kebab)
  .addOption(
    new Option('--family <folder>', 'folder of src/domain/ for its handler')
      .choices(Object.keys(FAMILIES))
      .default('assets'),
  )
  .action(newOperation)
program
  .command('refusal')
  .description('an error code, its place among those of an operation, and its test case')
  .argument('<name>', 'name in camel case, such as collectionIsFull', camel)
  .requiredOption('--operation <number>', 'operation that answers it, such as E22')
  .addOption(
    new Option('--group <group>', 'what it is about').choices(Object.keys(GROUPS)).default('data'),
  )
  .action(newRefusal)
program
  .command('control-route')
  .description('a route of /_sandbox, its command, and the tests of both')
  .argument('<name>', 'words with hyphens, such as notes', kebab)
  .action(newControlRoute)

try {
  program.parse()
} catch (error) {
  if (!(error instanceof InvalidArgumentError)) throw error
  program.error(`error: ${error.message}`)
}
