import { expect, test } from 'vitest'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { EXAMPLES } from '#src/openapi/examples/catalogue.ts'

/** Outcomes that the requests of the examples cannot have at a new server without settings, by what they need. */
const WITHOUT_EXAMPLE: Readonly<Record<string, readonly string[]>> = {
  'another variant': [
    'E1 unknownCollection',
    'E4 unknownAsset',
    'E4 fileForAsset',
    'E4 atomForAsset',
    'E8 unknownUser',
    'E9 unknownAsset',
    'E9 fileForAsset',
    'E9 atomForAsset',
    'E9 unknownAtom',
    'E9 assetForAtom',
    'E13 completedUpload',
    'E15 outOfRange',
    'E16 neverUploaded',
    'E16 openUpload',
    'E16 abortedUpload',
    'E16 expiredUpload',
    'E17 unknownArchiveGroup',
    'E19 unknownAsset',
  ],
  'the control plane, or another request before': [
    'E10 empty-list',
    'E13 abortedUpload',
    'E13 expiredUpload',
    'E16 busyFiles',
  ],
  'an id that no fixture has': ['E22 fileForAsset'],
  'a body of megabytes': ['E12 outOfRange'],
}

test('every outcome of an operation has an example, except those that need more than a request', () => {
  const seen = new Set(EXAMPLES.map(({ of, outcome }) => `${of} ${outcome}`))
  const missing = CATALOGUE.flatMap(({ id, refuses, outcomes }) =>
    [...refuses, ...Object.keys(outcomes)].map((outcome) => `${id} ${outcome}`),
  ).filter((name) => !seen.has(name))
  expect(missing.sort()).toEqual(Object.values(WITHOUT_EXAMPLE).flat().sort())
})
