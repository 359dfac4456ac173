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
      'Codes of filter conditions: `tags` seen, others not shown; nor how values and conditions combine.',
    does: '`tags` matches contents that have any of the tags; the code of a metadata field, contents that have any of the values, named by their codes (A-metadata-1). Several conditions must all match; an empty list of values matches nothing. A condition with another code matches nothing, with a finding; so is a value that its field does not have, where nothing matches.',
    why: 'A filter that is silently ignored would answer too much.',
    known: 'invented',
    variants: {
      'matches-nothing': 'a condition with an unknown code matches nothing, with a finding',
      ignored: 'a condition with an unknown code is left out, with a finding',
    },
  },
  'A-6-3': {
    shown: 'What pictureParam does: not shown.',
    does: 'The pictures behind coverPicture and detailPictures have at most that width and height. A side that is absent or 0 is free; without both the size is that of A-file-3. Negative sides and those above 10,000 are refused.',
    why: 'Its fields are a width and a height; a picture of no width is no picture.',
    known: 'invented',
  },
  'A-6-4': {
    shown: 'What searchText searches: not shown.',
    does: 'Contents whose name or text contains it as it stands, case ignored. An empty text is the same as none: every content.',
    why: 'What a visitor of a portal expects of a search.',
    known: 'invented',
  },
  'A-6-5': {
    shown: 'Meanings of filter type values: not shown.',
    does: 'The type of a condition is any integer or absent, and changes nothing.',
    why: 'The code says what a condition is about.',
    known: 'invented',
  },
  'A-6-6': {
    shown: 'What E6 answers for an unknown block: not shown.',
    does: 'The call is refused.',
    why: 'A wrong id in a client should be seen.',
    known: 'invented',
    variants: { refused: 'the call is refused', empty: 'an empty page' },
  },
  'A-6-7': {
    shown: 'The headers of the portal are listed without x-open-api-user.',
    does: 'The portal ignores the header, also one that names an unknown user. Contents are shown as the owner of the application sees them (A-visibility-2).',
    why: 'Pages call the portal for visitors who are no users. The document only leaves the header out of its list.',
    known: 'invented',
  },
  'A-11-1': {
    shown: 'What E11 answers for a content that is not published: not shown.',
    does: 'Unknown, not yet published and stopped contents are refused, by the clock of the workspace; E6 leaves them out.',
    why: 'The client side shows what is published.',
    known: 'invented',
  },
  'A-11-2': {
    shown:
      'coreId is an integer and portalId a string; E14 has an integer portalId. What they identify: not shown.',
    does: 'coreId is the id of the asset that is published. portalId of a content is the code of its portal, 32 upper-case hexadecimal digits; the id that E14 takes belongs to the same portal.',
    why: 'Both forms are published, the relation of the two is not.',
    known: 'published elsewhere',
  },
  'A-11-3': {
    shown: 'Which pictures coverPicture and detailPictures are: not shown.',
    does: 'coverPicture is the picture of the first sub-resource of the asset; detailPictures has one for every sub-resource, in order. A sub-resource without a picture has a card (A-file-3).',
    why: 'Every content has an asset, every asset a sub-resource, and so every content has a picture.',
    known: 'invented',
  },
  'A-11-4': {
    shown:
      'contentText, publishTime, buttonName and buttonLinkUrl are never null; their values are not shown.',
    does: 'contentText is the text of the content, publishTime the same instant as CUSTOMER_PORTAL_PUBLISH_TIME. buttonName and buttonLinkUrl are empty texts for a content without a button.',
    why: 'The types of the document leave no other value.',
    known: 'invented',
  },
  'A-metadata-1': {
    shown:
      'metadataInfo is an object; key seen CUSTOMER_PORTAL_PUBLISH_TIME. Which metadata a content has, and under which keys: not shown.',
    does: 'CUSTOMER_PORTAL_PUBLISH_TIME is always there. Beside it stand the metadata fields of which the content has values, under their codes: its own values, or those of its asset for a field of which it has none. They are shown as a list of names in the order of the values.',
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
