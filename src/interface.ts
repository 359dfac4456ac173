/** The types of `dam-sandbox/interface`: every request and answer of the document and of the supporting routes. */
export type * from './client/generated/interface.ts'
export type * from './client/generated/operations.ts'
