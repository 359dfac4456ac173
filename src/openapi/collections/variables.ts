import { PLACEHOLDERS } from '../../contract/placeholders.ts'
import { WELL_KNOWN_CREDENTIALS } from '../../contract/well-known.ts'

/** The variables of a collection in the order of their first use, with their default values. */
export type Variables = Map<string, string>

/** The URL that a collection calls until it is set to another. */
const DEFAULT_URL = 'http://127.0.0.1:4022'

const { accessToken, clientId, clientKey, appKey } = WELL_KNOWN_CREDENTIALS

/** What the default workspace has in the places of the document's placeholders, by the paths of fixtures. */
const WELL_KNOWN: ReadonlyMap<string, string> = new Map([
  ['app.accessToken', accessToken],
  ['app.clientId', clientId],
  ['app.clientKey', clientKey],
  ['portalApp.appKey', appKey],
  ['users.owner.email', 'owner@example.com'],
])

/** Variables of a collection with the server's URL, which every request uses. */
export const newVariables = (): Variables => new Map([['baseUrl', DEFAULT_URL]])

/** A reference to a variable, which gets a default unless it has one. */
export const referTo = (name: string, value: string, variables: Variables): string => {
  if (!variables.has(name)) variables.set(name, value)
  return `{{${name}}}`
}

/** A reference to the variable of a fixture; the default is a credential's well-known value, else that of the example. */
export const referToFixture = (path: string, value: string, variables: Variables): string =>
  referTo(variableName(path), WELL_KNOWN.get(path) ?? value, variables)

/** A text of the document, or a reference to the variable whose place it takes. */
export const templateOf = (text: string, variables: Variables): string => {
  const path = PLACEHOLDERS.get(text)
  if (path !== undefined) return referToFixture(path, text, variables)
  // Any signature is accepted by default.
  return text === '<SIGNATURE>' ? referTo('signature', 'any', variables) : text
}

/** `users.owner.id` as `usersOwnerId`; credentials have names without their app. */
const variableName = (path: string): string => {
  const [first = '', ...rest] = path.replace(/^(?:app|portalApp)\./, '').split('.')
  return first + rest.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('')
}
