/** Texts of the OpenAPI document that stand for a credential, and the paths in `GET /_sandbox/fixtures` of their values. */
export const PLACEHOLDERS: ReadonlyMap<string, string> = new Map([
  ['<ACCESS_TOKEN>', 'app.accessToken'],
  ['<TOKEN>', 'app.accessToken'],
  ['<CLIENT_ID>', 'app.clientId'],
  ['<CLIENT_KEY>', 'app.clientKey'],
  ['<APP_KEY>', 'portalApp.appKey'],
  ['<EMAIL>', 'users.owner.email'],
])
