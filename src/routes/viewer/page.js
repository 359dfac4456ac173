// Shows the OpenAPI document beside the page with the stock viewer. A control plane with an admin key asks for it.
const read = (headers) => fetch('openapi.json', { headers, credentials: 'omit' })
const first = await read({})
const key = first.status === 401 ? prompt('Admin key') : null
const reply = key === null ? first : await read({ authorization: `Bearer ${key}` })
const base = location.pathname.replace(/(\/_sandbox)?\/docs$/, '')

// The stock style sheet has a dark theme below this class.
const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()

// The answer of an operation lists its refusals.
const described = await reply.json()
for (const operation of Object.values(described.paths).flatMap(Object.values)) {
  const refusals = (operation['x-refusals'] ?? [])
    .filter(({ status }) => status === 200)
    .map(({ name, code }) => `\`${name}\` (${code})`)
  if (refusals.length > 0) operation.responses[200].description += `: ${refusals.join(', ')}`
}

/** Filters operations by tag, number, summary, path and id; the stock filter knows tags only. */
const findsOperations = {
  fn: {
    opsFilter: (tagged, phrase) => {
      const wanted = phrase.toLowerCase()
      const fits = (operation, tag) =>
        [
          tag,
          operation.get('path'),
          ...['summary', 'operationId'].map((key) => operation.getIn(['operation', key])),
        ].some((text) => text?.toLowerCase().includes(wanted))
      return tagged
        .map((one, tag) => one.update('operations', (all) => all.filter((each) => fits(each, tag))))
        .filter((one) => one.get('operations').size > 0)
    },
  },
}

const viewer = SwaggerUIBundle({
  spec: { ...described, servers: [{ url: base || '/' }] },
  plugins: [findsOperations],
  dom_id: '#swagger-ui',
  deepLinking: true,
  displayOperationId: true,
  filter: true,
  tryItOutEnabled: true,
  defaultModelsExpandDepth: 0,
  // Nothing is sent to another host.
  validatorUrl: null,
  onComplete: () => {
    if (key !== null) viewer.preauthorizeApiKey('adminKey', key)
  },
})
