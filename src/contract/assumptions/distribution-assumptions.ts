import type { Assumption, Switch } from './assumption.ts'

/** Decisions about crowds, marketing and social media, users, collaborators, notifications and metadata, and portal content, tracking and image search. */
export const distributionAssumptions = {
  'A-2-1': {
    says: 'createDate is a four-digit year; how the data is chosen and ordered, values of mediaType, the form of createDate and statDate of a post, and whether days to come are answered, is not shown.',
    does: 'All posts of that year, per mediaType in order of its name, most read first; size is their number. A year without posts has no data. mediaType is any text that a seed or fragment gives; the built-in seeds have `note`, `official_account`, `short_video` and `microblog`. createDate is the day of the post, statDate the day of its figures, both `YYYY-MM-DD`. What is after the day of the clock, in the zone of A-time-1, is left out.',
    why: 'Hot content is what is read most, and nobody has read a post that is not written yet.',
    variants: {
      'until-today': 'posts and figures up to the day of the clock',
      all: 'every post of the year',
    },
  },
  'A-2-4': {
    says: 'createDate of the request is a text; the sample holds a four-digit year.',
    does: 'Another form is refused. The answer repeats the text.',
    why: 'A date that selects nothing would look like a year without posts.',
    variants: {
      year: 'a year of four digits; another form is refused',
      prefix:
        'a year, a month `YYYY-MM` or a day `YYYY-MM-DD` selects the posts of that time; another text selects none',
    },
  },
  'A-7-1': {
    says: 'Handling of an unknown crowd pack, what deleting a crowd pack does to its members, and deleting one that is not there: not shown.',
    does: 'A pack is known by crowdPackId, corpId and source together; an unknown one is refused. A deleted pack and its members are gone at once, however many; the space of a large pack is freed a little later. Their ids are not used again; the id of the pack can be, by a fragment or by the variant `created`.',
    why: 'A member that is added to an unknown pack would be lost, a member belongs to a pack, and a wrong id in a test should show.',
    variants: {
      refused: 'refused by E7 and E10',
      created: 'E7 creates an unknown pack with the id asked for; E10 refuses',
    },
  },
  'A-7-1.deletion': {
    variants: {
      refused: 'an unknown pack refuses E18',
      'passed-over': 'E18 answers true for an unknown pack, with a finding',
    },
  },
  'A-7-2': {
    says: 'Whether members repeat, and order of members: not shown. id of a crowd member is an integer; what it names is not shown.',
    does: 'Members are unique per pack; adding one again changes nothing. E10 lists all members in one response, in order of insertion. id is the id of the membership: one sequence for all packs, never reused. No operation takes it.',
    why: 'A crowd is a set, the same sign can be in several packs, and the operation has no paging.',
  },
  'A-7-4': {
    says: 'Meaning of completeStatus: not shown. Meaning of selfAgent: not shown; 0 in samples.',
    does: 'Both are kept with the pack and shown by records; without them the pack keeps what it has. Members are listed at once for every completeStatus. selfAgent is any integer; in E10 it selects nothing.',
    why: 'A client that adds members expects E10 to list them. Kept and shown, a test can see that its client sends them.',
    variants: {
      'at-once': 'E10 lists members as soon as they are added',
      'when-complete':
        'E10 lists nobody until an E7 with completeStatus true, and again after one with false',
    },
  },
  'A-15-1': {
    says: 'Which fields are required and optional, handling of unknown ids, and allowed values of contentType (`GROUP_MESSAGE` seen): not shown.',
    does: 'The task is found by creativeId and planId together; absent fields keep their values; unknown ids are refused. Any contentType is kept.',
    why: 'It is called an update, and one value of contentType tells nothing about the others.',
  },
  'A-15-2': {
    says: 'A releaseTime before now: not shown.',
    does: 'It is kept as sent. Nothing happens when a release time comes.',
    why: 'A test writes fixed times, which pass.',
    variants: {
      kept: 'kept as sent',
      finding: 'kept as sent, with the finding `release-in-the-past`',
      refused: 'the call is refused',
    },
  },
  'A-8-1': {
    says: 'Order of users and handling of unknown ids: not shown. The picture behind avatar, the form of uid, the order of dimensionItemInfoLit, and whether disabled users are answered: not shown.',
    does: 'Users are returned in the order of the request, each once; unknown ids are left out. More than 100 ids are refused: the caller splits them. Disabled and logged out users are returned like others. avatar links to a drawn person, because users have no pictures. uid is the text of the seed, or the id as text; isExistPhone is what the seed says, else false. dimensionItemInfoLit is ordered by id. lineManagerUserId is null for a user without a manager.',
    why: "The limit is the document's; a batch query should not fail for one id, and a look-up by id answers what the id names.",
    variants: {
      'left-out': 'unknown ids are left out',
      refused: 'the first unknown id refuses the call',
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
    does: 'Null.',
    why: 'The only value with a certain form.',
    variants: {
      null: 'null',
      empty: 'an empty array',
      roles:
        'the role of A-auth-11 as `[{ id, roleName, roleCode }]`: 1 `viewer`, 2 `editor`, 3 `administrator`',
    },
  },
  'A-12-1': {
    says: 'Handling of an unknown e-mail address, and the meaning of a sendTime in the future: not shown.',
    does: 'One notification per e-mail address, each once; an unknown one refuses all. It becomes visible when the clock reaches sendTime; without sendTime at once.',
    why: 'All or nothing, as everywhere.',
    variants: {
      'all-or-nothing': 'an unknown e-mail address refuses the call',
      'known-only': 'unknown e-mail addresses are skipped, with a finding',
    },
  },
  'A-12-2': {
    says: 'Allowed values of templateCode and modelCode: not shown; `MATERIAL` seen. url is a path; what it is relative to, and whether it may be absent, is not shown.',
    does: 'Any text is kept; templateCode must not be empty, modelCode may be absent. No template is looked up: the HTML of the request is the text. Any url is kept as sent; absent, it is empty.',
    why: 'Published elsewhere is `WORKFLOW` as another modelCode; the lists are open to us. Only the page that shows the notification follows the url.',
  },
  'A-14-1': {
    says: 'Meaning of userId: not shown.',
    does: 'userId is the user who adds. Everything named must exist.',
    why: 'The lists name the collaborators already.',
    variants: {
      operator: 'userId is the user who adds',
      collaborator: 'userId is one more collaborator',
    },
  },
  'A-14-2': {
    says: 'Meaning of authType of collaborators, what deptIdList and dimensionIdList name, and what a collaborator may do: not shown.',
    does: 'Any authType is stored with each collaborator and shown by records. Adding a collaborator again changes it. deptIdList names departments, dimensionIdList the dimension items of users (dimensionItemInfoLit of E8). Each of them is one collaborator, in addition to the users; E6 and E11 answer everyone.',
    why: 'A code with an unknown meaning can only be stored. The names come from E8, and the portal operations have no acting user.',
  },
  'A-20-1': {
    says: 'Response: empty object.',
    does: 'The body is `{}`.',
    why: 'Taken to the letter.',
    known: 'document',
    variants: { bare: 'the body is `{}`', envelope: 'the envelope with the result `{}`' },
  },
  'A-20-2': {
    says: 'Values are matched by field code and value code and updated in batch; handling of unknown codes is not shown.',
    does: 'All or nothing: an unknown field or value code refuses the call. A code named twice takes its last name.',
    why: 'A half-done batch is hard to repair.',
    variants: {
      'all-or-nothing': 'an unknown value code refuses the call',
      'known-only': 'unknown value codes are skipped, with a finding',
    },
  },
  'A-3-1': {
    says: 'Which fields of a tracking record are required, and the full list of event type codes: not shown; `Portal_Content_Share` seen.',
    does: 'tenant_id, client_id, event_type_code (any text that is not empty), event_time and event_properties, which are free; a known key with a value of another type is a finding. Records are stored as sent, all records of a call or none.',
    why: 'Published elsewhere: a client needs tenant_id and client_id and can leave out the user; the set of codes is open, with `Portal_Content_Download`, `Portal_Content_View` and `Portal_View`. That the other three are required, and that a call stores all or nothing, is ours.',
    known: 'published elsewhere',
  },
  'A-3-3': {
    says: 'event_time has the form `YYYY-MM-DD HH:mm:ss.SSS`; another form, and its zone, are not shown.',
    does: 'Another form, or a day that does not exist, is refused. The text is kept as sent and never read as an instant.',
    why: 'A wrong form is a defect of the client that should show early.',
    variants: {
      refused: 'another form is refused',
      kept: 'another form is kept as sent, with the finding `unusual-form`',
    },
  },
  'A-6-1': {
    says: 'The order of records: not shown.',
    does: 'Newest publication first; of one instant, the highest id first.',
    why: 'A page of a portal shows first what is new.',
    variants: {
      newest: 'newest publication first, ties by id, highest first',
      oldest: 'oldest publication first, ties by id, lowest first',
    },
  },
  'A-6-2': {
    says: 'Codes of filter conditions: `tags` seen, others not shown; nor how values and conditions combine. Meanings of filter type values: not shown.',
    does: '`tags` matches contents that have any of the tags; the code of a metadata field, contents that have any of the values, named by their codes (A-metadata-1). Several conditions must all match; an empty list of values matches nothing. Another code matches nothing, with a finding, as do values that their field has not. The type of a condition is any integer or absent, and changes nothing.',
    why: 'A filter that is silently ignored would answer too much.',
    variants: {
      'matches-nothing': 'a condition with an unknown code matches nothing, with a finding',
      ignored: 'a condition with an unknown code is left out, with a finding',
    },
  },
  'A-6-4': {
    says: 'What searchText searches: not shown.',
    does: 'Contents whose name or text contains exactly this text, ignoring case. An empty text is the same as no text: every content.',
    why: 'What a visitor of a portal expects of a search.',
  },
  'A-6-6': {
    says: 'What E6 answers for an unknown block: not shown.',
    does: 'The call is refused.',
    why: 'A wrong id in a client should be seen.',
    variants: { refused: 'the call is refused', empty: 'an empty page' },
  },
  'A-11-1': {
    says: 'What E11 answers for a content that is not published, and whether portal content follows the rights on its asset: not shown. The headers of the portal are listed without x-open-api-user.',
    does: "Unknown, not yet published and stopped contents are refused, by the clock of the workspace; E6 leaves them out. Both leave out the content of an asset that the application's owner does not see. The portal ignores x-open-api-user.",
    why: 'The client side shows what is published, to visitors who are no users, and one rule holds for every operation that shows an asset.',
    variants: { visible: 'content of a visible asset', published: 'every published content' },
  },
  'A-11-2': {
    says: 'coreId is an integer and portalId a string; E14 has an integer portalId. What they identify: not shown. contentText, publishTime, buttonName and buttonLinkUrl are never null; their values are not shown.',
    does: 'coreId is the id of the published asset, portalId the code of the portal, 32 upper-case hexadecimal digits; E14 takes the id of that portal. contentText is the text of the content, publishTime the instant of CUSTOMER_PORTAL_PUBLISH_TIME. Without a button buttonName and buttonLinkUrl are empty.',
    why: 'Both forms of portalId are published, the relation of the two is not. The types of the document leave no null.',
    known: 'published elsewhere',
  },
  'A-metadata-1': {
    says: 'metadataInfo is an object; key seen CUSTOMER_PORTAL_PUBLISH_TIME. Which metadata a content has, under which keys, and what a new name of a value (E20) changes: not shown.',
    does: 'CUSTOMER_PORTAL_PUBLISH_TIME is always there; beside it, under their codes, the metadata fields of which the content, or else its asset, has values: a list of names in the order of the values. A new name shows from the next call on, and codes stay.',
    why: 'E20 names fields and values by codes, so a client has the codes; names are what a page shows.',
    variants: {
      names: 'a list of names',
      text: 'one text of the names, joined by commas',
      none: 'only CUSTOMER_PORTAL_PUBLISH_TIME; E6 still filters by values',
    },
  },
  'A-19-1': {
    says: 'Values of libraryType, operateType and likeType: not shown; `product_library`, `all` and 1 seen. Which fields are required, and what contentId names: not shown.',
    does: 'libraryType, clientId, uuid and operateType are any text that is not empty; likeType is any integer, or absent. contentId is stored as sent and not looked up.',
    why: 'It is a report, and reports are accepted unchanged. The searched library may be another one.',
    variants: {
      any: 'contentId is any integer or null',
      assets: 'contentId is null, or the id of an asset; another integer refuses the call',
    },
  },
} as const satisfies Record<string, Assumption | Switch>
