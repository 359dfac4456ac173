import { JsonText } from '../contract/json-text.ts'
import type { ReplyShape } from '../contract/operation.ts'

/** The two published texts of a success (A-reply-1). */
const MESSAGES = { success: 'success', published: '处理成功' } as const

/** What the answer's wrapping depends on beside the payload. */
export interface Wrapping {
  shape: ReplyShape
  message: keyof typeof MESSAGES
  traceId: () => string
}

/** The body of a success (document, "Response envelope"). */
export const successBody = (payload: unknown, { shape, message, traceId }: Wrapping): string => {
  const result = payload instanceof JsonText ? payload.text : JSON.stringify(payload)
  const text = JSON.stringify(MESSAGES[message])
  if (shape === 'bare' || shape === 'empty') return result
  if (shape === 'plain') return `{"code":"0","message":${text},"result":${result}}`
  const inner = `{"code":"0","message":${text},"result":${result},"traceId":"${traceId()}"}`
  return `{"code":"0","message":${text},"result":${inner}}`
}

/** The body of a refusal (document, "Errors" 2). */
export const refusalBody = (code: string, message: string): string =>
  JSON.stringify({ code, message, result: null })

/** The body of a refusal inside the nested envelope (variant `inner` of A-reply-2). */
export const innerRefusalBody = (code: string, message: string, wrapping: Wrapping): string =>
  JSON.stringify({
    code: '0',
    message: MESSAGES[wrapping.message],
    result: { code, message, result: null, traceId: wrapping.traceId() },
  })
