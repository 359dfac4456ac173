import { Type } from '@sinclair/typebox'
import { Int, LongText, NonEmptyText, OpenObject, Text } from './primitives.ts'

const text = Type.Optional(LongText)
const pixels = Type.Optional(Int)

/** Tracking record (document, E3); `event_time` is `YYYY-MM-DD HH:mm:ss.SSS`. */
export const TrackingRecord = Type.Object(
  {
    tenant_id: NonEmptyText,
    client_id: NonEmptyText,
    event_type_code: NonEmptyText,
    event_time: Text,
    event_properties: OpenObject,
    platform: text,
    visitor_id: text,
    user_id: text,
    distinct_id: text,
    sdk_info: text,
    os: text,
    os_version: text,
    user_agent: text,
    browser: text,
    browser_version: text,
    device_id: text,
    window_width: pixels,
    window_height: pixels,
    resolution: text,
    timezone: text,
    language: text,
    preferred_locale: text,
    cur_url: text,
    url_from: text,
    session: text,
  },
  {
    title: 'TrackingRecord',
    description: 'Tracking record; `event_time` is `YYYY-MM-DD HH:mm:ss.SSS`.',
  },
)
