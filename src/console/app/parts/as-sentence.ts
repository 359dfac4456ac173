/** A phrase as a sentence; a name it begins with, such as that of a header, stays as it is. */
export const asSentence = (phrase: string): string =>
  `${/^[a-z]+ /.test(phrase) ? phrase.charAt(0).toUpperCase() + phrase.slice(1) : phrase}.`
