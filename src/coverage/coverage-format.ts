/** The format of coverage as JSON, whose number changes when older files can no longer be merged. */
export const COVERAGE_FORMAT = 'dam-sandbox-coverage/1'
