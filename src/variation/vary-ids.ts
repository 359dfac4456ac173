import type { Variation } from './variation.ts'

/** The maximum number of ids that are skipped at once. */
const MAX_GAP = 9

/** Kinds of things whose ids answers show as numbers; the others stay without gaps. */
const SHOWN = new Set(['user', 'assetOrFile', 'approval', 'crowdMember'])

/** How many ids of a kind are skipped after one; undefined where ids have no gaps. */
export type IdGaps = (name: string, lastId: number) => number

/** The gaps of ids that a variation makes (A-variation-5). */
export const idGapsOf = (variation: Variation): IdGaps | undefined =>
  variation.has('id-gaps')
    ? (name, lastId) =>
        SHOWN.has(name) ? variation.numberAt(`id-gaps/${name}/${lastId}`, MAX_GAP + 1) : 0
    : undefined
