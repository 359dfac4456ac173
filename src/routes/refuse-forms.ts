import type { onRequestHookHandler } from 'fastify'
import { refuse } from '../errors/refusals.ts'

const RAW_BYTES = 'as raw bytes, such as curl --data-binary @file'

const refuseForms =
  (expected: string, hint: string): onRequestHookHandler =>
  ({ raw }, _reply, done) => {
    const type = raw.headers['content-type']
    if (/^\s*multipart\/form-data\b/i.test(type ?? ''))
      throw refuse.wrongContentType(type, expected, hint)
    done()
  }

/** Refuses a form where the bytes of a file are expected: its boundaries would become a part of the file. */
export const refuseFormsAsFile = refuseForms('that of the file', `; send the file ${RAW_BYTES}`)

/** Refuses a form where JSON is expected, before its length is judged, and says where a whole file goes. */
export const refuseFormsAsJson = (uploadsPath: string): onRequestHookHandler =>
  refuseForms('application/json', `; a whole file goes to ${uploadsPath}/single?name= ${RAW_BYTES}`)
