import type { Assumption } from './assumption.ts'

/** Decisions about portal content, tracking and image search. */
export const portalAssumptions = {
  'A-3-1': {
    shown:
      'Which fields of a tracking record are required, and the full list of event type codes: not shown; `Portal_Content_Share` seen.',
    does: 'tenant_id, client_id, event_type_code (any text that is not empty), event_time and event_properties, which are free. Records are kept as sent, all of a call or none.',
    why: 'Published elsewhere: a client needs tenant_id and client_id and can leave out the user; the set of codes is open, with `Portal_Content_Download`, `Portal_Content_View` and `Portal_View`. That the other three are required, and all or none, is ours.',
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
    shown: 'The order of records: not shown.',
    does: 'Newest publication first; of one instant, the highest id first.',
    why: 'A page of a portal shows first what is new.',
    known: 'invented',
    variants: {
      newest: 'newest publication first, ties by id, highest first',
      oldest: 'oldest publication first, ties by id, lowest first',
    },
  },
  'A-6-2': {
    shown:
      'Codes of filter conditions: `tags` seen, others not shown; nor how values and conditions combine. Meanings of filter type values: not shown.',
    does: '`tags` matches contents that have any of the tags; the code of a metadata field, contents that have any of the values, named by their codes (A-metadata-1). Several conditions must all match; an empty list of values matches nothing. Another code, or a value that its field does not have, matches nothing, with a finding. The type of a condition is any integer or absent, and changes nothing.',
    why: 'A filter that is silently ignored would answer too much.',
    known: 'invented',
    variants: {
      'matches-nothing': 'a condition with an unknown code matches nothing, with a finding',
      ignored: 'a condition with an unknown code is left out, with a finding',
    },
  },
  'A-6-4': {
    shown: 'What searchText searches: not shown.',
    does: 'Contents whose name or text contains it as it stands, case ignored. An empty text is the same as none: every content.',
    why: 'What a visitor of a portal expects of a search.',
    known: 'invented',
  },
  'A-6-6': {
    shown: 'What E6 answers for an unknown block: not shown.',
    does: 'The call is refused.',
    why: 'A wrong id in a client should be seen.',
    known: 'invented',
    variants: { refused: 'the call is refused', empty: 'an empty page' },
  },
  'A-11-1': {
    shown:
      'What E11 answers for a content that is not published, and whether portal content follows the rights on its asset: not shown. The headers of the portal are listed without x-open-api-user.',
    does: "Unknown, not yet published and stopped contents are refused, by the clock of the workspace; E6 leaves them out. Both leave out the content of an asset that the application's owner does not see. The portal ignores x-open-api-user.",
    why: 'The client side shows what is published, to visitors who are no users, and one rule holds for every operation that shows an asset.',
    known: 'invented',
    variants: {
      visible: 'content of a visible asset',
      published: 'every published content',
    },
  },
  'A-11-2': {
    shown:
      'coreId is an integer and portalId a string; E14 has an integer portalId. What they identify: not shown. contentText, publishTime, buttonName and buttonLinkUrl are never null; their values are not shown.',
    does: 'coreId is the id of the published asset, portalId the code of the portal, 32 upper-case hexadecimal digits; E14 takes the id of that portal. contentText is the text of the content, publishTime the instant of CUSTOMER_PORTAL_PUBLISH_TIME. Without a button buttonName and buttonLinkUrl are empty.',
    why: 'Both forms of portalId are published, the relation of the two is not. The types of the document leave no null.',
    known: 'published elsewhere',
  },
  'A-metadata-1': {
    shown:
      'metadataInfo is an object; key seen CUSTOMER_PORTAL_PUBLISH_TIME. Which metadata a content has, under which keys, and what a new name of a value (E20) changes: not shown.',
    does: 'CUSTOMER_PORTAL_PUBLISH_TIME is always there; beside it, under their codes, the metadata fields of which the content, or else its asset, has values: a list of names in the order of the values. A new name shows from the next call on, and codes stay.',
    why: 'E20 names fields and values by codes, so a client has the codes; names are what a page shows.',
    known: 'invented',
    variants: {
      names: 'a list of names',
      text: 'one text of the names, joined by commas',
      none: 'CUSTOMER_PORTAL_PUBLISH_TIME alone; E6 filters by values all the same',
    },
  },
  'A-19-1': {
    shown:
      'Values of libraryType, operateType and likeType: not shown; `product_library`, `all` and 1 seen. Which fields are required, and what contentId names: not shown.',
    does: 'libraryType, clientId, uuid and operateType are any text that is not empty; likeType any integer, or none. contentId is kept as sent and not looked up.',
    why: 'It is a report, and reports are taken as they come. The library that was searched may be another one.',
    known: 'invented',
    variants: {
      any: 'contentId is any integer or null',
      assets: 'contentId is null, or the id of an asset; another integer refuses the call',
    },
  },
} as const satisfies Record<string, Assumption>
