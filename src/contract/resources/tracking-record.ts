import { Type } from '@sinclair/typebox'
import { shown } from '../known-field.ts'
import { Int, LongText, NonEmptyText, OpenObject, Text } from './primitives.ts'

const text = Type.Optional(LongText)
const pixels = Type.Optional(Int)

/** Tracking record (document, E3); `event_time` is `YYYY-MM-DD HH:mm:ss.SSS`. */
export const TrackingRecord = Type.Object(
  {
    tenant_id: shown(NonEmptyText, 'Id of the tenant.', 'A-3-1'),
    client_id: shown(NonEmptyText, 'Id of the client.', 'A-3-1'),
    event_type_code: shown(
      NonEmptyText,
      'Code of the event, any text that is not empty; seen: `Portal_Content_Share`.',
      'A-3-1',
    ),
    event_time: shown(Text, 'When it happened, `YYYY-MM-DD HH:mm:ss.SSS`.', 'A-3-1', 'A-3-3'),
    event_properties: shown(
      OpenObject,
      'Properties of the event, an empty object when there are none; keys seen: `data_source`, `block_id`, `portal_id`, `asset_id`, `content_id`.',
      'A-3-1',
    ),
    platform: shown(text, 'Platform; seen: `web`.'),
    visitor_id: shown(text, 'Id of the visitor, cookie-style text.'),
    user_id: shown(text, 'Id of the user.', 'A-3-1'),
    distinct_id: shown(text, 'Id that tells visitors apart.'),
    sdk_info: shown(text, 'Version of the SDK.'),
    os: shown(text, 'Operating system.'),
    os_version: shown(text, 'Version of the operating system.'),
    user_agent: shown(text, 'User agent.'),
    browser: shown(text, 'Browser.'),
    browser_version: shown(text, 'Version of the browser.'),
    device_id: shown(text, 'Id of the device; may be empty.'),
    window_width: shown(pixels, 'Width of the window in pixels.'),
    window_height: shown(pixels, 'Height of the window in pixels.'),
    resolution: shown(text, 'Resolution of the screen, `<width>*<height>` in pixels.'),
    timezone: shown(text, 'Time zone, an IANA name.'),
    language: shown(text, 'Language, a locale tag.'),
    preferred_locale: shown(text, 'Preferred locale, a locale tag.'),
    cur_url: shown(text, 'URL of the page.'),
    url_from: shown(text, 'URL of the page before it.'),
    session: shown(text, 'Id of the session.'),
  },
  {
    title: 'TrackingRecord',
    description: 'Tracking record; `event_time` is `YYYY-MM-DD HH:mm:ss.SSS`.',
  },
)
