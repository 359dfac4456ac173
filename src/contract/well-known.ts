export const WELL_KNOWN_CREDENTIALS = {
  clientId: '00000000-sandbox',
  clientKey: 'sandbox-key',
  accessToken: '00000000-0000-4000-8000-000000000001',
  appKey: '00000000-portal',
  appSecret: 'portal-secret',
} as const
