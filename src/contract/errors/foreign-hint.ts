import { workspaceIdOf } from '../../kernel/ids.ts'

/**
 * A hint for a credential that begins with the id of another workspace than that of the call, if one is known; else
 * empty. It compares digits alone, so that it tells nothing about workspaces that exist. `name` is what the sentence
 * calls the credential.
 */
export const foreignHint = (
  own: string | undefined,
  name: string,
  credentials: readonly string[],
): string => {
  if (own === undefined) return ''
  const foreign = credentials.map(workspaceIdOf).find((id) => id !== undefined && id !== own)
  if (foreign === undefined) return ''
  return `; ${name} starts with ${foreign}, the id of another workspace, but the call is for ${own}`
}
