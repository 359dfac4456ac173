/** 2001-01-01 and 2101-01-01 in epoch seconds; as milliseconds they are days of January and February 1970. */
const FIRST_SECOND = 978_307_200
const END_SECOND = 4_133_980_800

/** Whether a value that should be epoch milliseconds is an instant of this century in seconds. */
export const looksLikeSeconds = (value: unknown): boolean =>
  typeof value === 'number' && value >= FIRST_SECOND && value < END_SECOND
