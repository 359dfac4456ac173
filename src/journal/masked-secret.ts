/** What stands in place of a secret; ours begin with the id of their workspace, which is none. */
export const masked = (secret: string): string =>
  `${/^[0-9a-f]{8}(?=-)/.exec(secret)?.[0] ?? ''}***`
