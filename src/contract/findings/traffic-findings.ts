import type { FindingKind } from './finding-kind.ts'

/** Findings about a call in the light of the calls before it. */
export const TRAFFIC_FINDINGS = {
  'repeated-write': {
    level: 'warning',
    means: 'a write was repeated whose first answer was lost; it may have been done twice',
    remedy: 'Look up whether the first call was done before you repeat it.',
  },
  'retry-without-pause': {
    level: 'warning',
    means: 'a call that had failed was repeated at once',
    remedy: 'Wait before a retry, longer each time, and do not retry a refusal of wrong input.',
  },
  'token-per-call': {
    level: 'warning',
    means: 'a new access token was asked for although the one before was hardly used',
    remedy: 'Keep the token until expires_in has passed.',
  },
  'upload-never-completed': {
    level: 'warning',
    means: 'an upload was begun and never completed with E13',
    remedy: 'Call E13 after the last part, or abort the upload.',
  },
  'upload-never-used': {
    level: 'note',
    means: 'an upload was completed and no atom was made of it with E16',
    remedy: 'Call E16 with the path of the upload.',
  },
} as const satisfies Record<string, FindingKind>
