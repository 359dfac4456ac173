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

const viewer = SwaggerUIBundle({
  spec: { ...(await reply.json()), servers: [{ url: base || '/' }] },
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
