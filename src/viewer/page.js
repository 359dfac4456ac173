// Shows the OpenAPI document beside the page with the stock viewer. A control plane with an admin key asks for it.
const read = (headers) => fetch('openapi.json', { headers, credentials: 'omit' })
const first = await read({})
const key = first.status === 401 ? prompt('Admin key') : null
const reply = key === null ? first : await read({ authorization: `Bearer ${key}` })
const base = location.pathname.replace(/(\/_sandbox)?\/docs$/, '')

const viewer = SwaggerUIBundle({
  spec: { ...(await reply.json()), servers: [{ url: base || '/' }] },
  dom_id: '#swagger-ui',
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
