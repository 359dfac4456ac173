/** Folds case for comparison, independent of locale and machine. */
export const foldCase = (text: string): string => text.toLowerCase()
