/** Paths that programs try at any server, each with the path of this server that has what they look for. */
export const PROBE_PATHS: ReadonlyMap<string, string> = new Map([
  ...['/health', '/healthz', '/healthcheck', '/health/live', '/ping', '/status', '/live'].map(
    (path) => [path, '/livez'] as const,
  ),
  ...['/ready', '/health/ready'].map((path) => [path, '/readyz'] as const),
  ...['/metrics', '/stats'].map((path) => [path, '/_sandbox/server'] as const),
  ...['/swagger', '/swagger-ui', '/swagger-ui.html', '/api-docs', '/redoc'].map(
    (path) => [path, '/docs'] as const,
  ),
  ...['/swagger.json', '/v3/api-docs', '/openapi'].map((path) => [path, '/openapi.json'] as const),
])

/** Files that browsers ask for by themselves. */
const OF_BROWSERS = /^\/(?:robots\.txt|apple-touch-icon[\w-]*\.png|\.well-known\/.*|sitemap\.xml)$/

/** Whether a GET of a path comes from a monitor or a browser, and not from a client of the document. */
export const isProbe = (method: string, path: string): boolean =>
  (method === 'GET' || method === 'HEAD') && (PROBE_PATHS.has(path) || OF_BROWSERS.test(path))
