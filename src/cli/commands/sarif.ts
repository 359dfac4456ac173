import type { FindingsReport } from '../../client/generated/control.ts'
import { expectedAt } from '../../client/judge.ts'
import { sha256Hex } from '../../kernel/signature.ts'

/**
 * Findings as SARIF 2.1.0 for code scanning, with one result per place. The server cannot know which line of the client makes a
 * call, so every result points to the file that the caller names. Fingerprints are the same in every run.
 */
export const sarifOf = ({ findings }: FindingsReport, uri: string): object => ({
  $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
  version: '2.1.0',
  runs: [
    {
      tool: {
        driver: {
          name: 'dam-sandbox',
          rules: findings.map(({ code, level, means, remedy }) => ({
            id: code,
            shortDescription: { text: means },
            help: { text: remedy },
            defaultConfiguration: { level },
          })),
        },
      },
      results: findings.flatMap(({ code, level, means, remedy, places, calls }) =>
        places.map(({ operation, field, count }) => {
          const call = calls.find((one) => one.operation === operation)
          const expected = expectedAt({ operation, field }, calls)
          const meant = expected === undefined ? '' : ` (use ${expected})`
          const test = call?.test ? ` In the test "${call.test}".` : ''
          const place = [operation, field].filter((part) => part !== null).join(' ')
          return {
            ruleId: code,
            level,
            message: {
              text: `${place}${meant}: ${means} (found ${count} times). ${remedy}${test}`,
            },
            locations: [
              { physicalLocation: { artifactLocation: { uri }, region: { startLine: 1 } } },
            ],
            partialFingerprints: { 'place/v1': sha256Hex(`${code} ${operation} ${field}`) },
          }
        }),
      ),
    },
  ],
})
