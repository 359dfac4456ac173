import type { Assumption } from './assumption.ts'

/** Decisions about completed uploads and the atoms that are made of them. */
export const uploadAssumptions = {
  'A-13-1': {
    shown: 'What E13 checks: not shown.',
    does: 'Upload, path, and that exactly the parts that have arrived are listed with their etags, quotes and case ignored, in any order. They are merged by their numbers. Every part but the last must have at least 100 KiB.',
    why: 'That is how object stores complete an upload.',
    known: 'invented',
  },
  'A-13-2': {
    shown: 'Handling of parts whose sizes do not add up to the declared size: not shown.',
    does: 'The call is refused when they differ from the size that the upload was begun with.',
    why: 'Otherwise a missing last part would go unnoticed.',
    known: 'invented',
    variants: {
      refused: 'the call is refused',
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
    shown: 'The lifecycle of an uploaded file: not shown.',
    does: 'A path that names no upload makes an atom of the declared facts, with the finding `path-never-uploaded`.',
    why: 'A client can be tested before its upload is written.',
    known: 'invented',
    variants: {
      placeholder: 'an atom of the declared facts',
      refused: 'every path without a completed upload refuses the call',
    },
  },
  'A-16-2': {
    shown: 'Which facts count for an uploaded file: not shown.',
    does: 'Those of the file: size, media type, MD5, dimensions, duration and words are read from its bytes. A wrong declared size is refused; another declared type is the finding `type-differs-from-file`. Among kinds of text, and for bytes without a signature, the declared type or else the name decides; a type that always has a signature, without one, becomes application/octet-stream.',
    why: 'A wrong size is a defect of the client that should show early; a wrong type is often set by its platform.',
    known: 'invented',
  },
  'A-16-3': {
    shown: 'width and height of a picture that is to be turned before it is shown: not shown.',
    does: 'They are those of the picture as it is shown.',
    why: 'Pages lay pictures out by these numbers.',
    known: 'invented',
    variants: {
      displayed: 'as it is shown, after it is turned',
      stored: 'as it is stored, before it is turned',
    },
  },
  'A-16-4': {
    shown: 'wordNum: what counts as a word is not shown.',
    does: 'In text, HTML and PDF: every Han or kana character, and every run of other characters that has a letter or a digit. Null for all else, and for text above 32 MiB.',
    why: 'Word processors count so.',
    known: 'invented',
  },
  'A-16-5': {
    shown: 'The file behind the URLs of an atom that was made without an upload: not shown.',
    does: 'A placeholder of exactly the declared size: for pictures a card in the declared format, for all else a sentence, followed by zero bytes.',
    why: 'A download works, and has the size that was declared.',
    known: 'invented',
  },
  'A-16-6': {
    shown: 'E16 with the path of an upload whose parts are not merged yet: not shown.',
    does: 'An atom of the declared facts, with the finding `upload-not-completed`. It stays so when the upload is completed later.',
    why: 'As for a path that was never uploaded; the finding tells a forgotten E13 from a wrong path.',
    known: 'invented',
    variants: { placeholder: 'an atom of the declared facts', refused: 'the call is refused' },
  },
  'A-16-7': {
    shown: 'E16 with the path of an upload that was aborted or has expired: not shown.',
    does: 'An atom of the declared facts, with the finding `upload-ended`.',
    why: 'As for a path that was never uploaded.',
    known: 'invented',
    variants: { placeholder: 'an atom of the declared facts', refused: 'the call is refused' },
  },
} as const satisfies Record<string, Assumption>
