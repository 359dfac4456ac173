import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FINDINGS } from '#src/client/generated/constants.ts'
import zh from '#src/console/app/texts/zh-catalogue.json' with { type: 'json' }
import { assumption, assumptionIds } from '#src/contract/assumptions/index.ts'
import { shippedFolders } from '#src/start/shipped-folders.ts'
import { STATES } from '#src/states/state-catalogue.ts'
import { operationsOf } from '#test/kit/documents.ts'

const document = readFileSync(join(shippedFolders().openapi, 'openapi.json'), 'utf8')
const operations = operationsOf(JSON.parse(document)).filter((one) => one['x-operation'])

const flat = (key: string, value: unknown): [string, string][] =>
  typeof value === 'string'
    ? [[key, value]]
    : Object.entries(value as object).flatMap(([name, part]) => flat(`${key} ${name}`, part))

const english: Record<keyof typeof zh, readonly (readonly [key: string, texts: unknown])[]> = {
  findings: Object.entries(FINDINGS).map(([code, { means, remedy }]) => [code, { means, remedy }]),
  assumptions: assumptionIds().map((id) => {
    const { says: shown, does, why, variants = {} } = assumption(id)
    return [id, { shown, does, why, variants }]
  }),
  states: Object.entries(STATES).map(([name, { sentence }]) => [name, sentence]),
  operations: operations.map((one) => [one['x-operation'] ?? '', one.description]),
  examples: operations
    .flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}))
    .flatMap(({ examples = {} }) => Object.values(examples))
    .map(({ summary }) => [summary, summary]),
}

/** What a text names that is the same in every language. */
const namesIn = (text: string): string[] =>
  [...new Set(text.match(/`[^`]+`|\bE\d+\b|\bA-[a-z\d]+(?:-\d+)?/g))].sort()

describe('the Chinese texts of the console', () => {
  test.each(Object.entries(english))(
    'are there for each of the %s, and name what the English ones name',
    (kind, entries) => {
      const wanted = entries.flatMap(([key, texts]) => flat(key, texts))
      const chinese = new Map(
        Object.entries(zh[kind as keyof typeof zh]).flatMap(([key, texts]) => flat(key, texts)),
      )
      expect([...chinese.keys()].sort()).toEqual([...new Map(wanted).keys()].sort())
      for (const [key, text] of wanted)
        expect([key, namesIn(chinese.get(key) ?? '')]).toEqual([key, namesIn(text)])
    },
  )
})
