/** A media type without parameters, in lower case. */
export const bareMediaType = (mediaType: string): string =>
  mediaType.split(';')[0]?.trim().toLowerCase() ?? ''
