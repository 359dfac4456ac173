import { Type } from '@sinclair/typebox'
import { shown } from '../contract/known-field.ts'
import { ListOf } from '../contract/resources/primitives.ts'
import { TrackingRecord } from '../contract/resources/tracking-record.ts'
import { saveRecords } from '../domain/tracking/save-records.ts'
import { defineEndpoint } from '../http/define-endpoint.ts'
import { LIMITS } from '../limits.ts'

/** E3. Client tracking report: keeps the records as they were sent. */
export default defineEndpoint({
  id: 'E3',
  summary: 'Client tracking report',
  description: "Stores tracking records of a client's pages, all or none.",
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
  result: shown(Type.Boolean(), 'true: the records are stored.', 'A-event-1'),
  refuses: ['wrongFormat', 'outOfRange'],
  assumes: ['A-3-1', 'A-3-3', 'A-event-1'],
  handle: (call) => saveRecords(call, (call.sent as typeof call.param).trackList),
})
