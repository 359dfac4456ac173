export const CONTROL_BASE = '/_sandbox'

const SCHEME_AND_HOST = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i
const WORKSPACE_PREFIX = /^\/w\/[^/]+/

/**
 * True if a path means the control plane in any spelling: with escapes, doubled slashes, dots, the workspace prefix
 * or scheme and host before it. The router accepts few of them, and none may be treated as another surface.
 */
export const isControlPath = (url: string): boolean => {
  const path = url.replace(SCHEME_AND_HOST, '').split(/[?#]/, 1)[0] ?? ''
  const plain = new URL(`http://host/${unescaped(path)}`).pathname.replaceAll(/\/{2,}/g, '/')
  const [, first] = plain.replace(WORKSPACE_PREFIX, '').split('/')
  return first?.toLowerCase() === CONTROL_BASE.slice(1)
}

/** Without escapes, also where a sender has escaped it several times; an invalid escape stays. */
const unescaped = (path: string): string => {
  let plain = path
  for (let times = 0; times < 3 && plain.includes('%'); times += 1)
    plain = plain.replaceAll(/(%[\da-f]{2})+/gi, decoded)
  return plain.replaceAll(/[?#]/g, '_')
}

const decoded = (escapes: string): string => {
  try {
    return decodeURIComponent(escapes)
  } catch {
    return escapes
  }
}
