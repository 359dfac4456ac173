import type { Assumption } from './assumption.ts'

/** Decisions about completed uploads and the atoms that are made of them. */
export const uploadAssumptions = {
  'A-13-1': {
    shown:
      'What E13 checks, handling of parts whose sizes do not add up to the declared size, states of an upload and its times: not shown.',
    does: 'Upload, path, and that exactly the parts that have arrived are listed with their etags, quotes and case ignored, in any order. They are merged by their numbers. Every part but the last must have at least 100 KiB. The call is refused when their sizes differ from the size that the upload was begun with. An upload is `open` from its creation, then `completed` (E13), `aborted` (by the caller) or `expired`; the last three are final. All times are those of the clock of the workspace, so that a clock moved forward expires uploads. An aborted or expired upload refuses parts and E13 with a code of its own.',
    why: 'That is how object stores complete an upload; without the sum a missing last part would go unnoticed.',
    known: 'invented',
    variants: {
      refused: 'sizes that differ refuse the call',
      finding: 'answered, with the finding `size-differs-from-declared`',
    },
  },
  'A-13-3': {
    shown: 'Completing an upload again: not shown.',
    does: 'The same call is checked as before and answers true again; nothing changes.',
    why: 'It makes a lost answer harmless.',
    known: 'invented',
    variants: {
      'true-again': 'the same call answers true again',
      refused: 'a completed upload refuses the call',
    },
  },
  'A-16-1': {
    shown:
      'The lifecycle of an uploaded file: not shown; nor E16 with the path of an upload that is not completed, or of none, and the file behind the URLs of such an atom.',
    does: 'A path that names no upload makes an atom of the declared facts, with the finding `path-never-uploaded`. So does one that is taken by an upload whose parts are not merged yet, with `upload-not-completed`, and by one that was aborted or has expired, with `upload-ended`; the atom stays so when the upload is completed later. Its file is a placeholder of exactly the declared size: for pictures a card in the declared format, for all else a sentence, followed by zero bytes.',
    why: 'A client can be tested before its upload is written, and a download works. The findings tell a forgotten E13 from a wrong path.',
    known: 'invented',
    variants: {
      placeholder: 'an atom of the declared facts',
      refused: 'every path without a completed upload refuses the call',
    },
    switches: {
      taken: {
        placeholder: 'a path that is taken by an upload without E13 makes an atom',
        refused: 'such a path refuses the call, and one that names no upload makes an atom',
      },
    },
  },
  'A-16-2': {
    shown: 'Which facts count for an uploaded file: not shown.',
    does: 'Those of the file: size, media type, MD5, dimensions, duration and words (wordNum) are read from its bytes; width and height are those of a picture as it is shown. A wrong declared size is refused; another declared type is the finding `type-differs-from-file`. Among kinds of text, and for bytes without a signature, the declared type or else the name decides; a type that always has a signature, without one, becomes application/octet-stream.',
    why: 'A wrong size is a defect of the client that should show early; a wrong type is often set by its platform.',
    known: 'invented',
  },
} as const satisfies Record<string, Assumption>
