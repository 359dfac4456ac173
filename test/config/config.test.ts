import { describe, expect, test } from 'vitest'
import { configOf, optionsOf, readConfig } from '#src/config/config.ts'
import { readCliEnvironment } from '#src/config/environment.ts'
import type { StartOptions } from '#src/config/generated/start-options.ts'
import { flagOf, SETTING_NAMES, variableOf } from '#src/config/settings.ts'
import { ConfigError } from '#src/contract/errors/caller-error.ts'

/** What is wrong with settings, one sentence each. */
const problemsOf = (read: () => unknown): readonly string[] => {
  try {
    read()
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

const ofFlags = (...args: string[]): readonly string[] => problemsOf(() => readConfig(args, {}))
const ofVariables = (env: Record<string, string>): readonly string[] =>
  problemsOf(() => readConfig([], env))
const ofOptions = (options: object): readonly string[] =>
  problemsOf(() => configOf(options as StartOptions))

describe('the settings', () => {
  test.each([...SETTING_NAMES])('have %s as a variable, a flag and an option', (name) => {
    const text = 'a text that only some settings accept'
    const said = [
      ofFlags(`--${flagOf(name)}`, text),
      ofVariables({ [variableOf(name)]: text }),
      ofOptions({ [name]: text }),
    ]
    const labels = [`--${flagOf(name)}`, variableOf(name), name]
    for (const [index, problems] of said.entries()) {
      expect(problems.length).toBeLessThanOrEqual(1)
      for (const problem of problems) expect(problem.split(' ')[0]).toBe(labels[index])
    }
  })

  test('take flags before variables, and defaults where a flag or a variable is empty', () => {
    const env = { SANDBOX_PORT: '5000', SANDBOX_SEED: '' }
    expect(readConfig([], env)).toMatchObject({ port: 5000, seed: 'demo', isProfileGiven: false })
    expect(readConfig(['--port', '1', '--port=2'], env).port).toBe(2)
    expect(readConfig(['--port='], env).port).toBe(4022)
  })

  test('leave out the carriage return that a line of a Windows file ends with', () => {
    const env = { SANDBOX_SEED: 'minimal\r', SANDBOX_PORT: '5000\r', SANDBOX_LOG: 'warn\r\r' }
    expect(readConfig([], env)).toMatchObject({ seed: 'minimal', port: 5000, log: 'warn' })
    expect(readConfig([], { SANDBOX_PORT: '\r' }).port).toBe(4022)
    const client = {
      SANDBOX_URL: 'http://a\r',
      SANDBOX_ADMIN_KEY: 'key\r',
      SANDBOX_WORKSPACE: 'w\r',
    }
    expect(readCliEnvironment(client)).toMatchObject({
      url: 'http://a',
      adminKey: 'key',
      workspace: 'w',
    })
  })

  test('have other defaults in staging and in the library', () => {
    const staging = ['--profile', 'staging', '--data', 'd', '--admin-key', 'sixteen letters!']
    expect(readConfig(staging, {})).toMatchObject({ seed: 'minimal', sync: 'full', port: 4022 })
    expect(configOf({})).toMatchObject({ seed: 'demo', port: 0, log: 'silent', graceMs: 1_000 })
    expect(configOf({ port: 5, seedFolders: [] })).toMatchObject({ port: 5, seedFolders: [] })
  })

  test('are the same from texts as from values of the library', () => {
    const options: StartOptions = {
      seedFolders: ['src', 'test'],
      allowedHosts: ['a.b', 'c.d'],
      corsOrigins: ['https://a.b', 'http://c.d:81', '*'],
      assume: { 'A-20-1': 'envelope', 'A-9-2': 'at-once' },
      codes: { '90020001': '10130001' },
      maxOpen: 2,
      checkReplies: true,
    }
    const texts = {
      seedFolders: 'src,test',
      allowedHosts: 'A.b, c.d',
      corsOrigins: 'https://A.b:443, http://c.d:81, *',
      assume: 'A-20-1=envelope,A-9-2=at-once',
      codes: '90020001=10130001',
      maxOpen: '2',
      checkReplies: 'on',
    }
    const config = configOf(options)
    expect(config).toEqual(configOf(optionsOf(texts)))
    expect(config).toMatchObject({ ...options, codes: new Map([['90020001', '10130001']]) })
    expect(config.uploadSeconds).toBe(86_400)
  })
})

describe('wrong settings', () => {
  test('are reported by the name under which they were passed', () => {
    const rest = 'must be one of fatal, error, warn, info, debug, trace, silent, got "verbose"'
    expect(ofFlags('--log=verbose')).toEqual([`--log ${rest}`])
    expect(ofVariables({ SANDBOX_LOG: 'verbose' })).toEqual([`SANDBOX_LOG ${rest}`])
    expect(ofOptions({ log: 'verbose' })).toEqual([`log ${rest}`])
  })

  test('are reported together, including unknown flags and missing values', () => {
    expect(ofFlags('--foo', '1', '--sed', 'demo', '--prot=2', 'extra', '--port', '--log')).toEqual([
      'unknown flag "--foo"',
      'unexpected argument "1"; see --help',
      'unknown flag "--sed"; did you mean "--seed"?',
      'unexpected argument "demo"; see --help',
      'unknown flag "--prot"; did you mean "--port"?',
      'unexpected argument "extra"; see --help',
      '--port needs a value',
    ])
    expect(ofFlags('-x', '--seed')).toEqual(['unknown flag "-x"', '--seed needs a value'])
    expect(ofFlags('--port', '-1')).toEqual([
      '--port must be a whole number from 0 to 65535, got "-1"',
    ])
  })

  test('are unknown options of the library, with the one that was meant', () => {
    expect(ofOptions({ sed: 'minimal' })).toEqual(['unknown option "sed"; did you mean "seed"?'])
    expect(ofOptions({ constructor: 'x' })).toEqual(['unknown option "constructor"'])
  })

  test('are a malformed pair, and every unknown entry of a list of pairs', () => {
    expect(ofVariables({ SANDBOX_ASSUME: 'A-20-1=bare,A-9-2' })).toEqual([
      'SANDBOX_ASSUME must be pairs such as a=b, got "A-9-2"',
    ])
    expect(ofVariables({ SANDBOX_ASSUME: 'A-20-1=bad' })).toEqual([
      expect.stringMatching(/^SANDBOX_ASSUME has invalid entries: A-20-1 has no/),
    ])
    expect(ofVariables({ SANDBOX_CODES: '1=2,90020001=0' })).toEqual([
      'SANDBOX_CODES has the unknown code 1; docs/errors.md lists the codes; ' +
        'must not replace 90020001 by 0, which means success',
    ])
  })

  test.each([
    'app.example.com',
    'null',
    'https://app.example.com/',
    'https://app.example.com/path',
    'https://app.example.com?x',
    'https://user@app.example.com',
    'https://*.example.com',
    'ftp://app.example.com',
    'https://app.example.com:99999',
    'https://a b',
  ])('are origins that no browser sends: %s', (origin) => {
    expect(ofVariables({ SANDBOX_CORS_ORIGINS: `http://localhost:3000,${origin}` })).toEqual([
      `SANDBOX_CORS_ORIGINS must be origins such as https://app.example.com, without a path, or *, got "${origin}"`,
    ])
  })

  test('are folders of seeds that do not exist or are not folders', () => {
    expect(ofFlags('--seed-folders', 'src,no-such-folder')).toEqual([
      '--seed-folders must name folders that exist, got "no-such-folder"',
    ])
    expect(ofOptions({ seedFolders: ['package.json'] })).toEqual([
      'seedFolders must name folders that exist, got "package.json"',
    ])
  })

  test('are those that staging needs or does not accept, by the names of their source', () => {
    const rest = 'is required in the profile staging'
    expect(ofOptions({ profile: 'staging' })).toEqual([`data ${rest}`, `adminKey ${rest}`])
    const needed = ['--profile=staging', '--data=d', '--admin-key=sixteen letters!']
    expect(ofFlags(...needed, '--client-key=sandbox-key')).toEqual([
      '--client-key must not be the well-known one in the profile staging',
    ])
    const length = 'must have at least 16 characters in the profile staging'
    for (const key of ['k', 'fifteen letters'])
      expect(ofOptions({ profile: 'staging', data: 'd', adminKey: key })).toEqual([
        `adminKey ${length}`,
      ])
    expect(ofFlags('--profile=staging', '--data=d', '--admin-key=k')).toEqual([
      `--admin-key ${length}`,
    ])
    expect(() => readConfig(['--admin-key=k'], {})).not.toThrow()
  })

  test.each([
    [
      'ASSUME',
      [['A', '77', '1'].join('-'), 'x'].join('='),
      /unknown assumption .*A-auth-1, A-auth-2/,
    ],
    ['TOKEN_PATH', '/w/x/y', /must be a path other than \/w, /],
    ['TOKEN_PATH', '/livez', /must be a path other than /],
    ['TOKEN_PATH', '/metrics', /must be a path other than /],
    ['TOKEN_PATH', '/open-api/oauth/refresh-token', /and SANDBOX_REFRESH_PATH must differ/],
    ['TRUST_PROXY', 'proxy.local', /must be on, off, or addresses and ranges such as 10/],
    ['TRUST_PROXY', '10.0.0.0/33', /got "10\.0\.0\.0\/33"/],
    ['TRUST_PROXY', ',', /must be on, off/],
    ['ALLOWED_HOSTS', 'a.b:80', /must be names without scheme and port, got "a\.b:80"/],
    ['ALLOWED_HOSTS', 'http://a.b', /got "http:\/\/a\.b"/],
  ])('are one sentence each: %s=%s', (name, value, words) => {
    const problems = ofVariables({ [`SANDBOX_${name}`]: value })
    expect(problems).toEqual([expect.stringMatching(words)])
    expect(problems[0]).toMatch(new RegExp(`^SANDBOX_${name} `))
  })

  test.each(['SANDBOX_PORT', 'SANDBOX_STORAGE_PORT', 'SANDBOX_METRICS_PORT'])(
    'say that Kubernetes made %s of a service of that name',
    (name) => {
      expect(ofVariables({ [name]: 'tcp://10.96.12.3:4022' })).toEqual([
        expect.stringMatching(
          /got "tcp:.+; Kubernetes sets it .+ enableServiceLinks: false in the pod/,
        ),
      ])
      expect(ofVariables({ [name]: 'x' })[0]).not.toContain('Kubernetes')
    },
  )

  test('show control characters as escapes', () => {
    const problems = ofFlags('--log', 'js\r\u001b[31mon', '--node', '\u2028')
    expect(problems).toHaveLength(2)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must not occur.
    for (const problem of problems) expect(problem).not.toMatch(/[\u0000-\u001f\u2028]/)
    expect(problems.join()).toContain('js\\u000d\\u001b[31mon')
  })

  test('are paths that would answer for each other', () => {
    expect(ofFlags('--token-path=/_files/a')).toEqual([
      '--token-path must not be below SANDBOX_FILES_PATH',
    ])
    expect(ofOptions({ tokenPath: '/a', refreshPath: '/a' })).toEqual([
      'tokenPath and refreshPath must differ',
    ])
  })
})
