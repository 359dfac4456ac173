import { computed, signal } from '@preact/signals'

const placeOf = (pathname: string): { base: string; workspace: string | undefined } => {
  const path = pathname.replace(/\/console(\/.*)?$/, '')
  const [, base = path, workspace] = /^(.*)\/w\/([0-9a-f]{8})$/.exec(path) ?? []
  return { base, workspace }
}

const opened = placeOf(location.pathname)

/** The path that every URL of the server begins with; empty without a proxy that adds one. */
export const BASE = opened.base

/** Id of the workspace that a server begins with; it cannot be deleted. */
export const defaultWorkspace = signal('00000000')

/** What the part of the URL behind `#` means: `#/{workspace}/{view}/{rest}`. */
export interface Route {
  readonly workspace: string
  readonly view: string
  readonly rest: readonly string[]
}

const routeOf = (hash: string): Route => {
  const [workspace = '', view = '', ...rest] = hash
    .replace(/^#\/?/, '')
    .split('/')
    .map((part) => decoded(part))
  return {
    workspace: workspace || opened.workspace || defaultWorkspace.value,
    view: view || 'overview',
    rest,
  }
}

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Where the page is. The URL is the only place where the workspace is kept, so that two tabs never mix. */
export const route = signal(routeOf(location.hash))

export const hasMoved = signal(false)

const follow = (): void => {
  hasMoved.value = true
  route.value = routeOf(location.hash)
}

addEventListener('hashchange', follow)

/** Asks the server for the digits with which a node of a fleet begins its ids. */
export const findDefaultWorkspace = async (): Promise<void> => {
  const state = await fetch(`${BASE}/readyz`)
    .then((answer) => answer.json())
    .catch(() => ({}))
  defaultWorkspace.value = (state.node ?? '').padEnd(8, '0')
  route.value = routeOf(location.hash)
}

export const workspaceId = computed(() => route.value.workspace)

type Rest = readonly (string | number)[]

export const linkTo = (view: string, ...rest: Rest): string =>
  linkIn(workspaceId.value, view, ...rest)

export const linkIn = (workspace: string, view: string, ...rest: Rest): string =>
  `#/${[workspace, view, ...rest].map((part) => encodeURIComponent(part)).join('/')}`

/** Changes the place without a step in the history of the browser, as a person types. */
export const stayAt = (view: string, ...rest: Rest): void => {
  history.replaceState(null, '', linkTo(view, ...rest))
  follow()
}

export const goTo = (view: string, ...rest: Rest): void => {
  location.hash = linkTo(view, ...rest)
  // The event comes later, and a second choice in the meantime would begin from the old place.
  follow()
}
