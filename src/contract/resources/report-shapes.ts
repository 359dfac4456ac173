import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { shown } from '../known-field.ts'
import { Described, Part, Shape } from '../shapes.ts'
import { knownField } from './known-values.ts'
import { BOUNDED_BY_BODY, field, OpenObject, optional, USUAL, usually } from './primitives.ts'

export const ImageSearchReport = Type.Object({
  libraryType: knownField.libraryType(
    'Library that was searched, any text that is not empty; seen: `product_library`.',
    'A-19-1',
  ),
  clientId: field.nonEmptyText('Id of the client, any text that is not empty.', 'A-19-1'),
  uuid: field.nonEmptyText('Id of the search, any text that is not empty.', 'A-19-1'),
  operateType: knownField.operateType(
    'What was rated, any text that is not empty; seen: `all`.',
    'A-19-1',
  ),
  contentId: optional.intOrNull(
    'Id of a result, kept as sent; null, or absent, when no single result is meant.',
    'A-19-1',
  ),
  likeType: knownField.likeType('How the user liked it, any integer; 1 in the sample.', 'A-19-1'),
})
export type ImageSearchReport = Static<typeof ImageSearchReport>

/** A key of the properties of an event: any value is kept, and documents show the type that the document has. */
const EventProperty = (type: TSchema, description: string) =>
  Type.Optional(Described({ ...BOUNDED_BY_BODY, [USUAL]: type }, shown(type, description, 'A-3-1')))

const EventProperties = Type.Unsafe<Record<string, unknown>>({
  ...OpenObject,
  properties: {
    data_source: EventProperty(Type.String(), 'Where the data comes from.'),
    block_id: EventProperty(Type.Integer(), 'Id of the block.'),
    portal_id: EventProperty(Type.String(), 'Id of the portal.'),
    asset_id: EventProperty(Type.Integer(), 'Id of the asset.'),
    content_id: EventProperty(Type.Integer(), 'Id of the content.'),
  },
})

/** `zh-CN`, or `zh_CN` as some platforms write it. */
const LocaleTag = Type.String({
  pattern: '^([A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*|[a-z]{2,3}_[A-Z]{2})$',
})

/** Tracking record (document, E3); `event_time` is `YYYY-MM-DD HH:mm:ss.SSS`. */
export const TrackingRecord = Type.Object(
  {
    tenant_id: field.nonEmptyText('Id of the tenant.', 'A-3-1'),
    client_id: field.nonEmptyText('Id of the client.', 'A-3-1'),
    event_type_code: knownField.eventType(
      'Code of the event, any text that is not empty; seen: `Portal_Content_Share`.',
      'A-3-1',
    ),
    event_time: field.shortText('When it happened, `YYYY-MM-DD HH:mm:ss.SSS`.', 'A-3-1', 'A-3-3'),
    event_properties: shown(
      EventProperties,
      'Properties of the event, an empty object when there are none; keys seen: `data_source`, `block_id`, `portal_id`, `asset_id`, `content_id`.',
      'A-3-1',
    ),
    platform: knownField.platform('Platform; seen: `web`.'),
    visitor_id: optional.longText('Id of the visitor, cookie-style text.'),
    user_id: optional.longText('Id of the user.', 'A-3-1'),
    distinct_id: optional.longText('Id that tells visitors apart.'),
    sdk_info: optional.longText('Version of the SDK.'),
    os: optional.longText('Operating system.'),
    os_version: optional.longText('Version of the operating system.'),
    user_agent: optional.longText('User agent.'),
    browser: optional.longText('Browser.'),
    browser_version: optional.longText('Version of the browser.'),
    device_id: optional.longText('Id of the device; may be empty.'),
    window_width: optional.int('Width of the window in pixels.'),
    window_height: optional.int('Height of the window in pixels.'),
    resolution: usually(
      Type.String({ pattern: '^\\d+\\*\\d+$' }),
      optional.longText('Resolution of the screen, `<width>*<height>` in pixels.'),
    ),
    timezone: usually(
      Type.String({ pattern: '^(UTC|[A-Z]\\w+(/[\\w+-]+)+)$' }),
      optional.longText('Time zone, an IANA name.'),
    ),
    language: usually(LocaleTag, optional.longText('Language, a locale tag.')),
    preferred_locale: usually(LocaleTag, optional.longText('Preferred locale, a locale tag.')),
    cur_url: optional.longText('URL of the page.'),
    url_from: optional.longText('URL of the page before it.'),
    session: optional.longText('Id of the session.'),
  },
  {
    title: 'TrackingRecord',
    description: 'Tracking record; `event_time` is `YYYY-MM-DD HH:mm:ss.SSS`.',
  },
)

export const PostStats = Part('A post with its figures.', {
  title: field.text('Title of the post.'),
  readNum: field.count('How often it was read.', 'A-2-1'),
  createDate: field.text('Day of the post, `YYYY-MM-DD`.', 'A-2-1'),
  statDate: field.text('Day of its figures, `YYYY-MM-DD`.', 'A-2-1'),
})

export type PostStats = Static<typeof PostStats>

const MediaStats = Part('The posts of one media type.', {
  mediaType: field.text('Media type, any text.', 'A-2-1'),
  size: field.count('Number of the posts.', 'A-2-1'),
  contentList: shown(Type.Array(PostStats), 'The posts, most read first.', 'A-2-1'),
})

/** Social media content statistics; dates are `YYYY-MM-DD`, the outer `createDate` the year asked for. */
export const SocialMediaStats = Shape(
  'SocialMediaStats',
  'Statistics of a year; dates are `YYYY-MM-DD`.',
  {
    createDate: field.text('Year asked for.', 'A-2-4'),
    data: shown(
      Type.Array(MediaStats),
      'Posts by media type, in order of its name; empty for a year without posts.',
      'A-2-1',
    ),
  },
)
export type SocialMediaStats = Static<typeof SocialMediaStats>
