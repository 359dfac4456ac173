import { randomBytes, randomUUID } from 'node:crypto'

/** Ids and counts stay inside what JSON numbers carry exactly. */
export const MAX_INTEGER = Number.MAX_SAFE_INTEGER

/** The id of the default workspace of a node: its digits, then zeros. */
export const defaultWorkspaceId = (node = ''): string => node.padEnd(8, '0')

const ID_PREFIX = /^[0-9a-f]{8}(?=-)/
const WORKSPACE_ID = /^[0-9a-f]{8}$/

/** A fresh workspace id of a node: eight lower-case hexadecimal digits. The caller checks whether it is free. */
export const randomWorkspaceId = (node = ''): string =>
  node + randomBytes(4).toString('hex').slice(node.length)

export const isWorkspaceId = (text: string): boolean => WORKSPACE_ID.test(text)

/** The workspace id at the start of a credential, if there is one. */
export const workspaceIdOf = (credential: string): string | undefined =>
  ID_PREFIX.test(credential) ? credential.slice(0, 8) : undefined

/** A fresh access token: version 4 UUID text whose first eight digits are the workspace's id. */
export const randomToken = (workspaceId: string): string => workspaceId + randomUUID().slice(8)

/** A fresh secret or credential tail: 32 lower-case hexadecimal digits. */
export const randomSecret = (): string => randomBytes(16).toString('hex')
