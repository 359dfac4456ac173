import { defineControl } from '../define-control.ts'
import { ServerLoad } from './schema.ts'

/** `GET /_sandbox/load`: calls in flight, and how late the event loop is. */
export default defineControl({
  method: 'GET',
  path: '/load',
  summary: 'Show how many calls are in flight, and how late the event loop of the server was',
  scope: 'server',
  result: ServerLoad,
  handle: ({ load }) => load(),
})
