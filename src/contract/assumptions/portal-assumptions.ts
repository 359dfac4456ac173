import type { Assumption } from './assumption.ts'

/** Decisions about portal content, tracking and image search. */
export const portalAssumptions = {
  'A-3-1': {
    shown: 'Which fields of a tracking record are required: not shown.',
    does: 'tenant_id, client_id, event_type_code (any text), event_time and event_properties. Records are kept as sent, all of a call or none.',
    why: 'A published client leaves out the user; the set of event types is open.',
    known: 'published elsewhere',
  },
  'A-6-1': {
    shown: 'What searchText searches, and the order of records: not shown.',
    does: 'Published contents of the block whose name or text contains it, case ignored; newest publication first, ties by id, highest first. An unknown block is refused.',
    why: 'What a visitor of a portal expects.',
    known: 'invented',
  },
  'A-6-2': {
    shown: 'Meanings of filter type values: not shown; code `tags` seen.',
    does: '`tags` matches contents that have any of the values; several conditions must all match; an empty list of values matches nothing; another code matches nothing, with a finding. type is not checked.',
    why: 'A filter that is silently ignored would answer too much.',
    known: 'invented',
  },
  'A-6-3': {
    shown: 'What pictureParam does: not shown.',
    does: 'The pictures behind coverPicture and detailPictures have at most that width and height; without it the original size.',
    why: 'Its fields are a width and a height.',
    known: 'invented',
  },
  'A-11-1': {
    shown:
      'What E11 answers for a content that is not published: not shown. coreId and portalId: kinds of ids.',
    does: 'Unknown, not yet published or stopped: refused. coreId is the id of the asset; portalId the 32-digit code of the portal.',
    why: 'The client side shows what is published.',
    known: 'published elsewhere',
  },
  'A-19-1': {
    shown: 'Values of libraryType, operateType and likeType: not shown.',
    does: 'Any text and integer; libraryType, clientId, uuid and operateType are required. contentId is not looked up.',
    why: 'It is a report, and reports are taken as they come.',
    known: 'invented',
  },
} as const satisfies Record<string, Assumption>
