import {
  type DescribedOperation,
  type DescribedResponse,
  mapValues,
  type OpenApiDocument,
} from './describe-routes.ts'
import type { RecordedExample } from './examples/recorded-example.ts'

type Paths = OpenApiDocument['paths']

/** Operations with their recorded examples: requests, values of parameters, and answers, by their outcomes. */
export const withExamples = (paths: Paths, recorded: readonly RecordedExample[]): Paths =>
  mapValues(paths, (methods) =>
    mapValues(methods, (operation) =>
      exemplified(
        operation,
        recorded.filter(({ of }) => of === (operation['x-operation'] ?? operation.operationId)),
      ),
    ),
  )

const exemplified = (
  operation: DescribedOperation,
  examples: readonly RecordedExample[],
): DescribedOperation => {
  if (examples.length === 0) return operation
  const { requestBody, parameters, responses } = operation
  return {
    ...operation,
    ...(parameters && { parameters: parameters.map((one) => withValues(one, examples)) }),
    ...(requestBody && { requestBody: withRequests(requestBody, examples) }),
    responses: { ...responses, 200: withAnswers(responses['200'], examples) },
  }
}

const JSON_TYPE = 'application/json'

type RequestBody = NonNullable<DescribedOperation['requestBody']>

/** Bodies that do not match the schema are listed separately, because tools validate every example. */
const withRequests = (body: RequestBody, examples: readonly RecordedExample[]): RequestBody => {
  const [valid, invalid] = [false, true].map((isInvalid) =>
    examples.filter((example) => (example.isInvalid ?? false) === isInvalid),
  )
  const media = {
    ...body.content[JSON_TYPE],
    examples: byOutcome(valid ?? [], requestExample),
    ...(invalid?.length && { 'x-invalid-examples': byOutcome(invalid, requestExample) }),
  }
  return { ...body, content: { [JSON_TYPE]: media } }
}

const withAnswers = (
  response: DescribedResponse | undefined,
  examples: readonly RecordedExample[],
): DescribedResponse => {
  if (!response) throw new Error('an operation with examples has no answer 200')
  const answers = byOutcome(examples, ({ summary, answer }) => ({ summary, value: answer }))
  const media = { ...response.content?.[JSON_TYPE], examples: answers }
  return { ...response, content: { [JSON_TYPE]: media } }
}

const requestExample = ({ summary, body, headers, after, fixtures }: RecordedExample): object => ({
  summary,
  value: body,
  'x-fixtures': placesBelow('/body', fixtures),
  ...(headers && { 'x-headers': headers }),
  ...(after && { 'x-sandbox-after': after }),
})

const withValues = (parameter: object, examples: readonly RecordedExample[]): object => {
  const { in: place, name } = parameter as { in: string; name: string }
  const having = examples.filter(({ path }) => place === 'path' && path?.[name] !== undefined)
  if (having.length === 0) return parameter
  return {
    ...parameter,
    examples: byOutcome(having, ({ summary, path, fixtures }) => {
      const fixture = fixtures[`/path/${name}`]
      return { summary, value: path?.[name], ...(fixture && { 'x-fixture': fixture }) }
    }),
  }
}

const byOutcome = (
  examples: readonly RecordedExample[],
  describe: (example: RecordedExample) => object,
): Record<string, object> =>
  Object.fromEntries(examples.map((example) => [example.outcome, describe(example)]))

const placesBelow = (start: string, fixtures: RecordedExample['fixtures']) =>
  Object.fromEntries(
    Object.entries(fixtures)
      .filter(([pointer]) => pointer.startsWith(`${start}/`))
      .map(([pointer, fixture]) => [pointer.slice(start.length), fixture]),
  )
