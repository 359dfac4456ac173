import { randomUuid, signatureOf } from '#src/viewer/page/sign-request.ts'
import { control } from './control.ts'

/** The headers of portal calls, signed at the time of the workspace as the variant `hmac-sha256` of A-auth-4 requires. */
export const signatureHeaders = async (
  app: { appKey: string; appSecret: string } | undefined,
  token: string,
  body: string,
): Promise<Record<string, string>> => {
  const { now } = await control<{ now: number }>('GET', '/clock')
  const appKey = app?.appKey ?? ''
  const nonce = randomUuid()
  const sign = await signatureOf([appKey, String(now), nonce, token], body, app?.appSecret)
  return { 'x-app-key': appKey, 's-sign': sign, 's-timestamp': String(now), 's-nonce': nonce }
}
