/** True for a file that macOS or Windows adds to folders and archives by itself: AppleDouble, `.DS_Store`, thumbnails. */
export const isOfSystem = (path: string): boolean =>
  /(?:^|\/)(?:\._[^/]*|\.DS_Store|Thumbs\.db|desktop\.ini)$/.test(path)

/** The name in a list that is meant: an equal one, or one in another Unicode form, as a Mac can write it. */
export const findName = (names: Iterable<string>, meant: string): string | undefined => {
  const wanted = meant.normalize()
  let similar: string | undefined
  for (const name of names) {
    if (name === meant) return name
    if (name.normalize() === wanted) similar ??= name
  }
  return similar
}
