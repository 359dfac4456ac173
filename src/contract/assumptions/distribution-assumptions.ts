import type { Assumption, Switch } from './assumption.ts'

/** Decisions about crowds, marketing and social media, users, collaborators, notifications and metadata, and portal content, tracking and image search. */
export const distributionAssumptions = {
  'A-2-1': {
    says: 'createDate is a four-digit year. The document does not show how the data is selected and ordered, the values of mediaType, the form of createDate and statDate of a post, or whether future days are returned.',
    does: 'The response has all posts of the year, grouped by mediaType (in order of its name), the most read first. size is the number of posts in a group. A year without posts has no data. mediaType is any text from a seed or fragment; the built-in seeds have `note`, `official_account`, `short_video` and `microblog`. createDate is the day of the post and statDate the day of its figures, both `YYYY-MM-DD`. Data after the current day of the clock, in the zone of A-time-1, is left out.',
    why: 'Hot content is the most read content, and nobody has read a post that is not written yet.',
    variants: {
      'until-today': 'posts and figures up to the current day of the clock',
      all: 'every post of the year',
    },
  },
  'A-2-4': {
    says: 'createDate of the request is a text; the sample has a four-digit year.',
    does: 'The server refuses other forms. The response repeats the text.',
    why: 'A date that selects nothing would look like a year without posts.',
    variants: {
      year: 'a year of four digits; another form is refused',
      prefix:
        'a year, a month `YYYY-MM` or a day `YYYY-MM-DD` selects the posts of that period; another text selects nothing',
    },
  },
  'A-7-1': {
    says: 'The document does not show handling of an unknown crowd pack, what happens to the members when a crowd pack is deleted, or deletion of an unknown one.',
    does: 'crowdPackId, corpId and source together identify a pack; the server refuses an unknown one. A deleted pack and all its members are gone at once, but the server frees the space of a large pack a little later. Member ids are never reused. A fragment or the variant `created` can reuse the id of the pack.',
    why: 'A member added to an unknown pack would be lost, a member belongs to a pack, and a test should notice a wrong id.',
    variants: {
      refused: 'E7 and E10 refuse an unknown pack',
      created: 'E7 creates an unknown pack with the requested id; E10 refuses it',
    },
  },
  'A-7-1.deletion': {
    variants: {
      refused: 'E18 refuses an unknown pack',
      'passed-over': 'E18 returns true for an unknown pack, with a finding',
    },
  },
  'A-7-2': {
    says: 'Whether members repeat, and the order of members, is not shown. id of a crowd member is an integer; what it identifies is not shown.',
    does: 'Members are unique within a pack; adding one again changes nothing. E10 lists all members in one response, in order of insertion. id identifies the membership: all packs share one sequence, and ids are never reused. No operation takes this id.',
    why: 'A crowd is a set, the same crowdUniqueSign can be in several packs, and the operation has no paging.',
  },
  'A-7-4': {
    says: 'The meaning of completeStatus and selfAgent is not shown; selfAgent is 0 in samples.',
    does: 'The server stores both with the pack and shows them in records; if one is absent, the stored value stays. E10 lists members at once, for every completeStatus. selfAgent is any integer; in E10 it has no effect.',
    why: 'A client that adds members expects E10 to list them. With stored values, a test can check that its client sends them.',
    variants: {
      'at-once': 'E10 lists members as soon as they are added',
      'when-complete':
        'E10 lists nobody until an E7 with completeStatus true, and again nobody after an E7 with false',
    },
  },
  'A-15-1': {
    says: 'The document does not show which fields are required and optional, handling of unknown ids, or allowed values of contentType (`GROUP_MESSAGE` seen).',
    does: 'creativeId and planId together identify the task; the server refuses unknown ids. Absent fields keep their values. Any contentType is stored.',
    why: 'The operation is called an update, and one value of contentType says nothing about the others.',
  },
  'A-15-2': {
    says: 'Handling of a releaseTime in the past is not shown.',
    does: 'A past releaseTime is stored as sent. Nothing happens when a release time comes.',
    why: 'A test uses fixed times, which are in the past sooner or later.',
    variants: {
      kept: 'stored as sent',
      finding: 'stored as sent, with the finding `release-in-the-past`',
      refused: 'the call is refused',
    },
  },
  'A-8-1': {
    says: 'The document does not show the order of users, handling of unknown ids, the image of avatar, the form of uid, the order of dimensionItemInfoLit, or whether disabled users are returned.',
    does: 'Users are returned in the order of the request, each once, including disabled and logged out users. Unknown ids are left out. More than 100 ids are refused: the caller splits them. avatar links to a drawn person, because users have no images. uid is the text of the seed, or the id as text. isExistPhone is the value of the seed, or false. dimensionItemInfoLit is ordered by id. lineManagerUserId is null for a user without a manager.',
    why: "The limit is the document's. A batch query should not fail because of one id, and a look-up by id returns the user with this id.",
    variants: {
      'left-out': 'unknown ids are left out',
      refused: 'the call is refused for the first unknown id',
    },
  },
  'A-8-1.limit': {
    variants: {
      refused: 'more than 100 ids are refused',
      answered: 'up to 1,000 ids are accepted, more than 100 with a finding',
    },
  },
  'A-8-2': {
    says: 'roleList is nullable; its elements are not shown.',
    does: 'roleList is null.',
    why: 'null is the only value with a known form.',
    variants: {
      null: 'null',
      empty: 'an empty array',
      roles:
        'the role of A-auth-11 as `[{ id, roleName, roleCode }]`: 1 `viewer`, 2 `editor`, 3 `administrator`',
    },
  },
  'A-12-1': {
    says: 'Handling of an unknown e-mail address, and the meaning of a sendTime in the future, are not shown.',
    does: 'Each e-mail address gets one notification; the server refuses the call if one is unknown. A notification becomes visible when the clock reaches sendTime, or at once without sendTime.',
    why: 'Other operations are all or nothing too.',
    variants: {
      'all-or-nothing': 'the call is refused if an e-mail address is unknown',
      'known-only': 'unknown e-mail addresses are skipped, with a finding',
    },
  },
  'A-12-2': {
    says: 'Allowed values of templateCode and modelCode are not shown; `MATERIAL` seen. url is a path; its base, and whether it may be absolute, are not shown.',
    does: 'Any text is stored; templateCode must not be empty, and modelCode may be absent. No template is looked up: the HTML of the request is the text. Any url is stored as sent, or as empty if absent.',
    why: 'Another modelCode, `WORKFLOW`, is published elsewhere, so we treat both lists as open. Only the page that shows the notification follows the url.',
  },
  'A-14-1': {
    says: 'The meaning of userId is not shown.',
    does: 'userId is the user who adds the collaborators. All ids in the request must exist.',
    why: 'The lists already name the collaborators.',
    variants: {
      operator: 'userId is the user who adds the collaborators',
      collaborator: 'userId is one more collaborator',
    },
  },
  'A-14-2': {
    says: 'The document does not show the meaning of authType of collaborators, what deptIdList and dimensionIdList identify, or what a collaborator may do.',
    does: 'Any authType is stored with each collaborator and shown in its record. Adding a collaborator again updates it. deptIdList has ids of departments, dimensionIdList ids of dimension items of users (dimensionItemInfoLit of E8). Each of them is one collaborator, in addition to the users. E6 and E11 answer everyone.',
    why: 'A code with an unknown meaning can only be stored. The names come from E8, and the portal operations have no acting user.',
  },
  'A-20-1': {
    says: 'The response is an empty object.',
    does: 'The body is `{}`.',
    why: 'The document says so literally.',
    known: 'document',
    variants: { bare: 'the body is `{}`', envelope: 'the envelope with the result `{}`' },
  },
  'A-20-2': {
    says: 'Values are matched by field code and value code and updated together. Handling of unknown codes is not shown.',
    does: 'All or nothing: the server refuses the call if a field or value code is unknown. If a code is listed twice, the last name wins.',
    why: 'A half-done batch is hard to repair.',
    variants: {
      'all-or-nothing': 'the call is refused if a value code is unknown',
      'known-only': 'unknown value codes are skipped, with a finding',
    },
  },
  'A-3-1': {
    says: 'Which fields of a tracking record are required, and the full list of event type codes, are not shown; `Portal_Content_Share` seen.',
    does: 'tenant_id, client_id, event_type_code (any non-empty text), event_time and event_properties are required. event_properties can have any keys; a known key with a value of another type is a finding. A call stores all its records, as sent, or none.',
    why: 'Published elsewhere: a client needs tenant_id and client_id and can omit the user; the set of codes is open, with `Portal_Content_Download`, `Portal_Content_View` and `Portal_View`. That the other three are required, and that a call stores all or nothing, is ours.',
    known: 'published elsewhere',
  },
  'A-3-3': {
    says: 'event_time has the form `YYYY-MM-DD HH:mm:ss.SSS`. Handling of other forms, and the zone, are not shown.',
    does: 'The server refuses another form, or a day that does not exist. It stores the text as sent and never converts it to an instant.',
    why: 'A wrong form is a defect of the client that should show early.',
    variants: {
      refused: 'another form is refused',
      kept: 'another form is stored as sent, with the finding `unusual-form`',
    },
  },
  'A-6-1': {
    says: 'The order of records is not shown.',
    does: 'The newest publication comes first; at the same instant, the highest id comes first.',
    why: 'A portal page shows new content first.',
    variants: {
      newest: 'newest publication first, ties by id, highest first',
      oldest: 'oldest publication first, ties by id, lowest first',
    },
  },
  'A-6-2': {
    says: 'The document does not show codes of filter conditions except `tags`, how values and conditions combine, or the meanings of filter type values.',
    does: '`tags` matches contents with any of the tags. The code of a metadata field matches contents with any of the values, named by their codes (A-metadata-1). All conditions must match; an empty list of values matches nothing. An unknown code matches nothing, with a finding, and so do values that the field does not have. The type of a condition is any integer or absent, and has no effect.',
    why: 'A filter that is silently ignored would return too much.',
    variants: {
      'matches-nothing': 'a condition with an unknown code matches nothing, with a finding',
      ignored: 'a condition with an unknown code is left out, with a finding',
    },
  },
  'A-6-4': {
    says: 'What searchText searches is not shown.',
    does: 'The search finds contents whose name or text contains exactly this text, ignoring case. An empty text is the same as no text: every content.',
    why: 'A visitor of a portal expects this of a search.',
  },
  'A-6-6': {
    says: 'The response of E6 for an unknown block is not shown.',
    does: 'The server refuses the call.',
    why: 'A wrong id in a client should be noticed.',
    variants: { refused: 'the call is refused', empty: 'the response is an empty page' },
  },
  'A-11-1': {
    says: 'The response of E11 for unpublished content, and whether portal content follows the rights on its asset, are not shown. The headers of the portal do not include x-open-api-user.',
    does: "E11 refuses contents that are unknown, not yet published or stopped (by the clock of the workspace), or whose asset the application's owner does not see. E6 leaves them out. The portal ignores x-open-api-user.",
    why: 'The client side shows published content to visitors who are not users. One rule holds for every operation that shows an asset.',
    variants: {
      visible: 'published content of an asset that the owner sees',
      published: 'every published content',
    },
  },
  'A-11-2': {
    says: 'coreId is an integer, portalId a string, but portalId of E14 an integer. What they identify is not shown. contentText, publishTime, buttonName and buttonLinkUrl are never null; their values are not shown.',
    does: 'coreId is the id of the published asset. portalId is the code of the portal, 32 upper-case hexadecimal digits; E14 takes the id of the portal. contentText is the text of the content. publishTime is the same instant as CUSTOMER_PORTAL_PUBLISH_TIME. Without a button, buttonName and buttonLinkUrl are empty.',
    why: 'Both forms of portalId are published, but not how they relate. The types in the document do not allow null.',
    known: 'published elsewhere',
  },
  'A-metadata-1': {
    says: 'metadataInfo is an object; key seen: CUSTOMER_PORTAL_PUBLISH_TIME. The document does not show which metadata a content has, under which keys, or what a new name of a value (E20) changes.',
    does: 'CUSTOMER_PORTAL_PUBLISH_TIME is always present. The other keys are the codes of metadata fields that have values for the content, or else for its asset; each has a list of names in the order of the values. A new name is visible from the next call on; codes do not change.',
    why: 'E20 identifies fields and values by codes, so a client has the codes; a page shows names.',
    variants: {
      names: 'a list of names',
      text: 'one text of the names, joined by commas',
      none: 'only CUSTOMER_PORTAL_PUBLISH_TIME; E6 still filters by values',
    },
  },
  'A-19-1': {
    says: 'Values of libraryType, operateType and likeType are not shown; `product_library`, `all` and 1 seen. Which fields are required, and what contentId identifies, are not shown.',
    does: 'libraryType, clientId, uuid and operateType are any non-empty text. likeType is any integer, or absent. contentId is stored as sent and not looked up.',
    why: 'It is a report, and reports are accepted unchanged. The searched library may be another one.',
    variants: {
      any: 'contentId is any integer or null',
      assets: 'contentId is null, or the id of an asset; another integer is refused',
    },
  },
} as const satisfies Record<string, Assumption | Switch>
