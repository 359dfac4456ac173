import type { Fixtures } from '../../contract/fixtures.ts'
import type { OperationName } from '../../contract/operation.ts'
import type { FixturePlaces } from './fixture-places.ts'

export interface Example {
  readonly of: OperationName
  /** `success`, an outcome of the operation, or the name of a refusal. */
  readonly outcome: string
  readonly summary: string
  /** The body, made of the fixtures of the workspace; requests without one have none. */
  readonly body?: (ids: Fixtures) => Readonly<Record<string, unknown>>
  readonly path?: (ids: Fixtures) => Readonly<Record<string, unknown>>
  /** The e-mail address of the acting user; the application's owner without it. */
  readonly as?: (ids: Fixtures) => string
  readonly after?: Example
}

export interface RecordedExample {
  readonly of: string
  readonly outcome: string
  readonly summary: string
  readonly isInvalid?: boolean
  readonly after?: string
  readonly path?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Which value of the fixtures belongs where in path, headers and body. */
  readonly fixtures: FixturePlaces
  readonly answer: unknown
}

/** Placeholders for credentials, by their places in the fixtures. */
const PLACEHOLDERS: ReadonlyMap<string, string> = new Map([
  ['app.accessToken', '<ACCESS_TOKEN>'],
  ['app.clientId', '<CLIENT_ID>'],
  ['app.clientKey', '<CLIENT_KEY>'],
  ['portalApp.appKey', '<APP_KEY>'],
])

/** The text that stands for a value of the fixtures, if that is a credential. */
export const placeholderOf = (fixture: string): string | undefined => PLACEHOLDERS.get(fixture)

/** An answer without what differs from server to server: signatures and issued tokens. */
export const maskedAnswer = (text: string): unknown =>
  JSON.parse(
    text
      .replaceAll(/(?<=[?&]signature=)[0-9a-f]{64}/g, '<SIGNATURE>')
      .replaceAll(/"(access|refresh)_token":"[^"]*"/g, (_, kind: string) =>
        JSON.stringify({ [`${kind}_token`]: `<${kind.toUpperCase()}_TOKEN>` }).slice(1, -1),
      ),
  )
