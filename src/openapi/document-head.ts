export const LICENSE = { name: 'MIT', identifier: 'MIT' }

export const CONTACT = { name: 'dam-sandbox contributors' }

const PORT = { default: '4022' }

/** The servers of a document: a server on this machine, for its default workspace or for another one. */
export const SERVERS = [
  {
    url: 'http://127.0.0.1:{port}',
    description: 'A server on this machine; the credential of a call names its workspace',
    variables: { port: PORT },
  },
  {
    url: 'http://127.0.0.1:{port}/w/{workspace}',
    description: 'One workspace of a server on this machine',
    variables: { port: PORT, workspace: { default: '00000000' } },
  },
]
