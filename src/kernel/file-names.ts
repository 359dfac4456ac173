/** The extension of a file name, lower case and without the dot; empty when it has none. */
export const extensionOf = (name: string): string =>
  /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
