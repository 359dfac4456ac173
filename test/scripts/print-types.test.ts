import { Type } from '@sinclair/typebox'
import { describe, expect, test } from 'vitest'
import { printControlTypes } from '#scripts/print/print-types.ts'
import { OPERATION_NAMES } from '#src/contract/operation-names.ts'
import { Choice, Described, Shape, Text, TypedAs } from '#src/contract/shapes.ts'

const Leaf = Shape('Leaf', 'A leaf', { colour: Text('Its colour') })

describe('the printed types of the control plane', () => {
  test('have a shape once, under its title, with descriptions as doc comments', async () => {
    const Branch = Shape('Branch', 'A branch', {
      first: Type.Optional(Leaf),
      all: Type.Array(Leaf),
    })
    const text = await printControlTypes({ Branch, Leaf })
    expect(text.match(/interface Leaf/g)).toHaveLength(1)
    expect(text).toContain(
      '/** A branch */\nexport interface Branch {\n  first?: Leaf\n  all: Leaf[]\n}\n',
    )
    expect(text).toContain('  /** Its colour */\n  colour: string\n')
  })

  test('say what is described, not what the validator lets pass', async () => {
    const times = Described({ type: ['integer', 'string'] }, Type.Union([Type.Integer(), Leaf]))
    const text = await printControlTypes({ Rule: Shape('Rule', 'A rule', { times }) })
    expect(text).toContain('times: number | Leaf')
  })

  test('have the names of operations, types of TypeScript and unknown values as such', async () => {
    const Call = Shape('Call', 'A call', {
      operation: Choice([...OPERATION_NAMES, null], 'Its name'),
      body: Type.Unknown({ description: 'Its body' }),
      ids: TypedAs('Record<string, any>', Type.Object({})),
    })
    const text = await printControlTypes({ Call })
    expect(text).toContain('operation: OperationName | null')
    expect(text).toContain('/** Its body */\n  body: unknown')
    expect(text).toContain('ids: Record<string, any>')
  })
})
