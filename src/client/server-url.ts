/** Why a value cannot be the URL of a server; undefined when it can. */
export const problemOfServerUrl = (url: unknown): string | undefined => {
  const isUrl = typeof url === 'string' && URL.canParse(url)
  if (isUrl && /^https?:$/.test(new URL(url).protocol)) return undefined
  const got = typeof url === 'string' ? `"${url}"` : String(url)
  return `the server URL must be an http or https URL, such as http://127.0.0.1:4022; got ${got}`
}
