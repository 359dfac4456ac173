import { Type } from '@sinclair/typebox'
import { example } from '../contract/example.ts'
import type { Fixtures } from '../contract/fixtures.ts'
import { shown } from '../contract/known-field.ts'
import { field, ListOf } from '../contract/resources/primitives.ts'
import { TrackingRecord } from '../contract/resources/report-shapes.ts'
import { saveRecords } from '../domain/tracking/save-records.ts'
import { defineEndpoint } from '../http/define-endpoint.ts'
import { LIMITS } from '../kernel/limits.ts'

const fullRecord = (ids: Fixtures): Readonly<Record<string, unknown>> => ({
  tenant_id: '1',
  client_id: 'client',
  event_type_code: 'Portal_Content_Share',
  event_time: '2026-03-04 05:06:07.089',
  event_properties: {
    data_source: 'external_sdk',
    block_id: ids.portal.blockId,
    portal_id: ids.portal.code,
    asset_id: ids.assets.ids[0],
    content_id: ids.portal.contentId,
  },
  platform: 'web',
  visitor_id: 'v=1; path=/',
  user_id: '1001',
  distinct_id: '1001',
  sdk_info: '1.0.0',
  os: 'macOS',
  os_version: '15',
  user_agent: 'Mozilla/5.0',
  browser: 'Firefox',
  browser_version: '140',
  device_id: '',
  window_width: 1280,
  window_height: 720,
  resolution: '1280*720',
  timezone: 'Asia/Shanghai',
  language: 'zh-CN',
  preferred_locale: 'zh-CN',
  cur_url: 'https://portal.example/content/1',
  url_from: '',
  session: 's-1',
})

export default defineEndpoint({
  id: 'E3',
  summary: 'Client tracking report',
  summaryInChinese: '客户端埋点上报',
  tag: 'Reports',
  description: "Stores tracking records of a client's pages, all or nothing.",
  path: '/open-api/standard/v1/save-client-track-log',
  access: 'report',
  fromPages: true,
  param: Type.Object({
    trackList: shown(
      ListOf(TrackingRecord, LIMITS.trackingRecords),
      'Records, kept as they are sent, all or none.',
      'A-3-1',
    ),
  }),
  result: field.flag('true: the records are stored.', 'A-event-1'),
  refuses: ['wrongFormat', 'outOfRange'],
  assumes: ['A-3-1', 'A-3-3', 'A-event-1'],
  sample: (ids) => ({ trackList: [fullRecord(ids)] }),
  examples: [
    example('success', 'One record'),
    example('wrongFormat', 'A time without milliseconds', (_, ids) => ({
      trackList: [{ ...fullRecord(ids), event_time: '2026-03-04 05:06:07' }],
    })),
    example('outOfRange', 'A number that JavaScript does not hold exactly', (_, ids) => ({
      trackList: [{ ...fullRecord(ids), event_properties: { amount: 1e20 } }],
    })),
    example('missingField', 'A record without its event', (_, ids) => {
      const { event_type_code: _event, ...record } = fullRecord(ids)
      return { trackList: [record] }
    }),
  ],
  handle: (call) => saveRecords(call, (call.sent as typeof call.param).trackList),
})
