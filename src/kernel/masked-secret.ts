/** The text that replaces a secret; the id of the workspace at its beginning stays readable. */
export const masked = (secret: string): string =>
  `${/^[0-9a-f]{8}(?=-)/.exec(secret)?.[0] ?? ''}***`
