/** The types of `dam-sandbox/interface`: every request and answer of the document and of the supporting routes. */
export type * from './generated/interface.ts'
export type * from './generated/operations.ts'
