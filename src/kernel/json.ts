/** True if a JSON value is an object: neither null nor a list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

export const tokensOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))

/** `/param/assetIdList/0` as `param.assetIdList[0]`; nothing for the whole. */
export const fieldOf = (pointer: string): string =>
  tokensOf(pointer)
    .map((token, index) => (/^\d+$/.test(token) ? `[${token}]` : index === 0 ? token : `.${token}`))
    .join('')
