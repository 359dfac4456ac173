import type { Assumption } from './assumption.ts'

/** Decisions about portal content, tracking and image search. */
export const portalAssumptions = {
  'A-3-1': {
    shown: 'Which fields of a tracking record are required: not shown.',
    does: 'tenant_id, client_id, event_type_code (any text), event_time and event_properties. Records are kept as sent, all of a call or none.',
    why: 'Published elsewhere: a client needs tenant_id and client_id and can leave out the user. That the other three are required, and all or none, is ours.',
    known: 'published elsewhere',
  },
  'A-3-2': {
    shown: 'The full list of event type codes: not shown; `Portal_Content_Share` seen.',
    does: 'Any text that is not empty, with any event_properties.',
    why: 'Published elsewhere are `Portal_Content_Download`, `Portal_Content_View` and `Portal_View` beside it, and that the set is open.',
    known: 'published elsewhere',
  },
  'A-3-3': {
    shown:
      'event_time has the form `YYYY-MM-DD HH:mm:ss.SSS`; another form, and its zone, are not shown.',
    does: 'Another form, or a day that does not exist, is refused. The text is kept as sent and never read as an instant.',
    why: 'A wrong form is a defect of the client that should show early.',
    known: 'invented',
    variants: {
      refused: 'another form is refused',
      kept: 'another form is kept as sent, with the finding `unusual-form`',
    },
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
    shown:
      'Values of libraryType and operateType: not shown; `product_library` and `all` seen. Which fields are required: not shown.',
    does: 'libraryType, clientId, uuid and operateType are any text that is not empty.',
    why: 'It is a report, and reports are taken as they come.',
    known: 'invented',
  },
  'A-19-2': {
    shown: 'Values of likeType: not shown; 1 in the sample.',
    does: 'Any integer, or none.',
    why: 'One value tells nothing about the others.',
    known: 'invented',
  },
  'A-19-3': {
    shown: 'What contentId names: not shown; an integer or null.',
    does: 'It is kept as sent and not looked up.',
    why: 'The library that was searched may be another one.',
    known: 'invented',
    variants: {
      any: 'any integer or null',
      assets: 'null, or the id of an asset; another integer refuses the call',
    },
  },
} as const satisfies Record<string, Assumption>
