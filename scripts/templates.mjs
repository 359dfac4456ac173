// The texts of the files that scripts/new.mjs writes. `TODO` marks what only the author can know.

/** The folders of src/domain/ for handlers, and the family under which documents list their operations. */
export const FAMILIES = {
  approvals: 'Approvals',
  archive: 'Archive',
  assets: 'Assets',
  collections: 'Asset collections',
  crowds: 'Marketing',
  'image-search': 'Reports',
  marketing: 'Marketing',
  metadata: 'Metadata',
  notifications: 'Notifications',
  portal: 'Portal',
  social: 'Social media',
  tracking: 'Reports',
  uploads: 'Uploads',
  users: 'Users',
}

const sentence = (name) => name.replaceAll('-', ' ').replace(/^./, (first) => first.toUpperCase())

export const operation = ({ name, handler, number, family }) => ({
  endpoint: `import { Type } from '@sinclair/typebox'
import { example, withoutField } from '../contract/example.ts'
import { invented } from '../contract/known-field.ts'
import { Id } from '../contract/resources/primitives.ts'
import { ${handler} } from '../domain/${family}/${name}.ts'
import { defineEndpoint } from '../http/define-endpoint.ts'

export default defineEndpoint({
  id: 'E${number}',
  summary: '${sentence(name)}',
  summaryInChinese: 'TODO',
  tag: '${FAMILIES[family]}',
  description: 'TODO: what it does, in a sentence.',
  // TODO: the path of the document.
  path: '/open-api/standard/v1/${name}',
  // TODO: 'report' or 'write' if it stores something.
  access: 'read',
  hasUserHeader: true,
  param: Type.Object({ assetId: invented(Id, 'TODO: what it is.', 'A-${number}-1') }),
  result: invented(Type.Literal(true), 'TODO: what it is.', 'A-${number}-1'),
  refuses: ['unknownAsset'],
  assumes: ['A-${number}-1'],
  sample: ({ assets }) => ({ assetId: assets.ids[0] }),
  examples: [
    example('success', 'An asset'),
    withoutField('assetId', 'Without an asset'),
    example('unknownAsset', 'An asset that does not exist', { assetId: 999_999_999 }),
  ],
  handle: (call) => ${handler}(call, call.param),
})
`,
  handler: `import { refuse } from '../../contract/errors/refusals.ts'
import type { ServiceContext } from '../call.ts'
import { findInvisibleAssets } from '../visibility.ts'

/** TODO: what it does and returns (E${number}). */
export const ${handler} = (call: ServiceContext, { assetId }: { assetId: number }): true => {
  const [invisible] = findInvisibleAssets(call, call.actor, [assetId])
  if (invisible !== undefined) throw refuse.unknownAsset('assetId', invisible)
  return true
}
`,
  assumption: `  'A-${number}-1': {
    says: 'TODO: what the document does not show.',
    does: 'TODO: what the server does.',
    why: 'TODO: why.',
  },
`,
  test: `import { describe, expect, test } from 'vitest'
import { samplesOf } from '#test/kit/samples.ts'
import { expectRefusal, expectSuccess } from '#test/kit/replies.ts'
import { injectServer } from '#test/kit/server.ts'

describe('E${number} ${name.replaceAll('-', ' ')}', () => {
  // TODO: a test of each guarantee: answers, remembers, refuses, isolates.
  test('answers its sample', async () => {
    const server = await injectServer()
    const reply = await server.call('E${number}', samplesOf(server.fixtures).E${number})
    expectSuccess(reply, true)
  })

  test('refuses an asset that does not exist', async () => {
    const server = await injectServer()
    const reply = await server.call('E${number}', { assetId: 999_999_999 })
    expectRefusal(reply, '90030002', 'param.assetId: asset 999999999 does not exist')
    expect(reply.body).toMatchObject({ result: null })
  })
})
`,
})

const pascalOf = (variable) => variable.replace(/^./, (first) => first.toUpperCase())

export const controlRoute = ({ name, variable }) => ({
  route: `import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Shape, Text } from '../contract/shapes.ts'
import { answers } from './responses.ts'

const ${pascalOf(variable)} = Shape('${pascalOf(variable)}', 'TODO: what the route returns', {
  workspace: Text('Id of the workspace'),
})

const ${variable}: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/${name}',
    answers('Show the ${name.replaceAll('-', ' ')} of the workspace', ${pascalOf(variable)}),
    async ({ workspace }) => ({ workspace: workspace.id }),
  )
}

export default ${variable}
`,
  command: `import { controlCommand } from '../control-command.ts'

export const ${variable} = controlCommand('GET /${name}')
`,
  test: `import { describe, expect, test } from 'vitest'
import { injectServer } from '#test/kit/server.ts'

describe('the ${name.replaceAll('-', ' ')} of a workspace', () => {
  // TODO: a test of each guarantee.
  test('are those of the workspace', async () => {
    const server = await injectServer()
    expect(await server.control('/${name}')).toEqual({ workspace: server.workspace.id })
  })
})
`,
  commandTest: `import { describe, expect, test } from 'vitest'
import { serverWithCli } from '#test/kit/cli.ts'

describe('${name}', () => {
  test('prints what the route returns', async () => {
    const { server, json } = await serverWithCli()
    expect(await json('${name}')).toEqual({ workspace: server.workspace.id })
  })
})
`,
})
