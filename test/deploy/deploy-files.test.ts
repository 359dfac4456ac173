import { existsSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments, parseDocument } from 'yaml'
import { describeSettings } from '#src/config/describe-settings.ts'
import { readSource } from '#test/kit/source-files.ts'

const DEPLOY = readdirSync('deploy', { recursive: true, encoding: 'utf8' })
  .map((name) => `deploy/${name}`)
  .filter((name) => /\.\w+$/.test(name))
const YAML = ['.github/workflows/publish.yml', ...DEPLOY].filter((name) => /\.ya?ml$/.test(name))

// biome-ignore lint/suspicious/noExplicitAny: files of others' formats are looked into key by key.
const read = (name: string): any => parseDocument(readSource(name)).toJS()

/** Variables of clients, which are not settings of the server. */
const OF_CLIENTS = ['SANDBOX_URL', 'SANDBOX_WORKSPACE', 'SANDBOX_ACCESS_TOKEN']

describe('the files for a deployment', () => {
  test.each(YAML)('%s is YAML without errors and warnings', (name) => {
    const documents = [parseAllDocuments(readSource(name))].flat()
    expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([])
  })

  test.each(DEPLOY)('%s names only settings that exist', (name) => {
    const known = new Set([...describeSettings().map(({ variable }) => variable), ...OF_CLIENTS])
    const named = readSource(name).match(/\bSANDBOX_[A-Z_]+/g) ?? []
    expect(named.filter((variable) => !known.has(variable))).toEqual([])
  })

  test('compose gives each service a read-only root, no privileges, and bounds', () => {
    const services = Object.entries(read('deploy/compose.yaml').services)
    expect(services.length).toBe(2)
    for (const [name, service] of services)
      expect(service, name).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        mem_limit: expect.any(String),
        pids_limit: expect.any(Number),
        logging: { options: { 'max-size': expect.any(String) } },
        restart: 'unless-stopped',
      })
  })

  describe('for Kubernetes', () => {
    // biome-ignore lint/suspicious/noExplicitAny: objects of others' formats are looked into key by key.
    const objects: any[] = [parseAllDocuments(readSource('deploy/kubernetes/dam-sandbox.yaml'))]
      .flat()
      .map((document) => document.toJS())
    const named = (kind: string, name: string) =>
      objects.find((one) => one.kind === kind && one.metadata.name === name)
    const sets = objects.filter(({ kind }) => kind === 'StatefulSet')

    test('each pod has a read-only root, no privileges, and bounds', () => {
      expect(sets.length).toBe(2)
      for (const { metadata, spec } of sets) {
        const pod = spec.template.spec
        expect(pod, metadata.name).toMatchObject({
          automountServiceAccountToken: false,
          securityContext: {
            runAsNonRoot: true,
            runAsUser: expect.any(Number),
            seccompProfile: { type: 'RuntimeDefault' },
          },
        })
        for (const container of pod.containers)
          expect(container, metadata.name).toMatchObject({
            image: expect.stringMatching(/:[\w.-]+$/),
            readinessProbe: expect.anything(),
            livenessProbe: expect.anything(),
            lifecycle: { preStop: expect.anything() },
            resources: { requests: expect.anything(), limits: { memory: expect.any(String) } },
            securityContext: {
              allowPrivilegeEscalation: false,
              readOnlyRootFilesystem: true,
              capabilities: { drop: ['ALL'] },
            },
          })
      }
    })

    test('each set of pods has a budget for disruptions and a network policy', () => {
      for (const { metadata, spec } of sets) {
        const { matchLabels } = spec.selector
        expect(spec.template.metadata.labels).toEqual(matchLabels)
        const budget = named('PodDisruptionBudget', metadata.name)
        expect(budget.spec).toEqual({ maxUnavailable: 1, selector: { matchLabels } })
        const policy = named('NetworkPolicy', metadata.name)
        expect(policy.spec.podSelector).toEqual({ matchLabels })
      }
    })

    test('each pod has a service of its name, and each node a line in the map', () => {
      const pods = sets.flatMap(({ metadata, spec }) =>
        Array.from({ length: spec.replicas }, (_, index) => `${metadata.name}-${index}`),
      )
      for (const pod of pods)
        expect(named('Service', pod).spec, pod).toMatchObject({
          publishNotReadyAddresses: true,
          selector: { 'statefulset.kubernetes.io/pod-name': pod },
        })
      const mapped = readSource('deploy/kubernetes/nodes.map').match(/(?<=http:\/\/)[\w-]+/g)
      expect(mapped).toEqual(pods.filter((pod) => pod.startsWith('node-')))
    })
  })

  test('the alerts name only documented metrics', () => {
    const named = readSource('deploy/prometheus-rules.yaml').match(/\bdam_sandbox_\w+/g) ?? []
    const documented = new Set(readSource('docs/running.md').match(/`[\w]+`/g))
    expect(named.length).toBeGreaterThan(4)
    expect(
      named.filter((name) => !documented.has(`\`${name.replace('dam_sandbox_', '')}\``)),
    ).toEqual([])
  })

  test('the jobs of GitLab keep the cached packages, and run on the Node of the image', () => {
    const { image, before_script: before } = read('deploy/gitlab-ci.yml')['.dam-sandbox']
    expect(before).toEqual(['test -d node_modules/dam-sandbox || npm ci'])
    expect(readSource('Dockerfile')).toContain(`ARG NODE=${image.replace('node:', '')}\n`)
  })

  test('the action runs steps that exist', () => {
    const { main, post } = read('deploy/action/action.yml').runs
    expect([main, post].filter((step) => !existsSync(`deploy/action/${step}`))).toEqual([])
  })
})
