import type { Store } from '../../store/db/store.ts'

/**
 * The path of an upload that a path in another form means: a URL, with slashes before it, with its bucket, in capitals, a
 * bare file name, without extension, or of a generated name with another one. Each form is a look-up in the index of paths.
 */
export const findMeantPath = (store: Store, sent: string): string | undefined => {
  const key = keyOf(sent)
  if (key === '') return undefined
  const inFolder = key.includes('/') ? key : `upload/${key}`
  const forms = new Set([key, inFolder, key.toLowerCase(), inFolder.toLowerCase()])
  for (const form of forms) {
    const found = store.value<string>(AT_PATH, form) ?? behindStem(store, stemOf(form))
    if (found !== undefined) return found === sent ? undefined : found
  }
  return undefined
}

const AT_PATH = 'SELECT file_path FROM uploads WHERE file_path = ? LIMIT 1'

/** "/" is the character behind ".", so these are the paths that go on with a dot. */
const BEHIND_STEM = `SELECT file_path FROM uploads
   WHERE file_path >= :stem || '.' AND file_path < :stem || '/' AND instr(substr(file_path, length(:stem) + 2), '/') = 0
   ORDER BY file_path LIMIT 1`

const behindStem = (store: Store, stem: string | undefined): string | undefined =>
  stem === undefined ? undefined : store.value<string>(BEHIND_STEM, { stem })

const stemOf = (form: string): string | undefined => {
  const generated = /^(upload\/[0-9a-f]{32})(?:\.[^/]*)?$/.exec(form)?.[1]
  return generated ?? (/\.[^/]*$/.test(form) ? undefined : form)
}

/** A path without scheme, host, query, leading slashes and bucket. */
const keyOf = (sent: string): string => {
  const url = /^[a-z][a-z0-9+.-]*:\/\/[^/]*([^?#]*)/i.exec(sent)
  return (url ? decoded(url[1] ?? '') : sent)
    .replace(/^[./\\]+/, '')
    .replace(/^dam-[0-9a-f]{8}\//i, '')
    .replace(/^\/+/, '')
}

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
