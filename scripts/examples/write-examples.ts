import { writeFileSync } from 'node:fs'
import { startSandbox } from '#src/index.ts'
import { RECORDED_URL, recordExamples } from './record-examples.ts'

const FILE = 'src/openapi/generated/recorded-examples.ts'

/** Records the answers of all examples. Run by `npm run docs`, from the root of the project, never by the server. */
const main = async (): Promise<void> => {
  const sandbox = await startSandbox({ seed: 'demo', publicUrl: RECORDED_URL })
  try {
    const recorded = await recordExamples(async ({ method, path, headers, body }) => {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) }
      const response = await fetch(sandbox.url + path, { method, headers, ...sent })
      return await response.text()
    })
    writeFileSync(
      FILE,
      `// Recorded from the examples of src/openapi/examples/ by \`npm run docs\`.

import type { RecordedExample } from '../examples/recorded-example.ts'

/** Every example with the answer of a server with the seed \`demo\` and a frozen clock. */
export const RECORDED_EXAMPLES: readonly RecordedExample[] = ${JSON.stringify(recorded, null, 1)}
`,
    )
  } finally {
    await sandbox.close()
  }
}

void main()
