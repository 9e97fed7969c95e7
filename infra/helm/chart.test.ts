import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { BlockList } from 'node:net'
import { join } from 'node:path'
import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1'
import {
  PodMonitor,
  PrometheusRule,
  ServiceMonitor,
} from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1'
import { Ajv } from 'ajv'
import { Deployment } from 'kubernetes-models/apps/v1'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2'
import { Job } from 'kubernetes-models/batch/v1'
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { ConfigMap, Pod, Service, ServiceAccount } from 'kubernetes-models/v1'
import { beforeAll, describe, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { hashChart, helmFolder, renderedFile } from './chart-files.ts'

/** The published schema of each kind: `validate` throws where an object does not conform to it. */
const kinds = {
  ConfigMap,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Job,
  NetworkPolicy,
  Pod,
  PodDisruptionBudget,
  PodMonitor,
  PrometheusRule,
  ScaledObject,
  Service,
  ServiceAccount,
  ServiceMonitor,
} as unknown as Record<string, new (data: object) => { validate: () => void }>

interface Probe {
  httpGet: { path: string; port: string }
}
interface Container {
  image: string
  env: { name: string; value?: string; valueFrom?: { secretKeyRef?: { name: string; optional?: boolean } } }[]
  envFrom?: object
  command?: string[]
  ports: { name: string; containerPort: number }[]
  securityContext: object
  startupProbe?: Probe
  readinessProbe?: Probe
  livenessProbe?: Probe
  resources: { requests: object; limits: { memory: string } }
  volumeMounts: { name: string; mountPath: string }[]
}
interface PodSpec {
  containers: Container[]
  volumes: { name: string }[]
  priorityClassName?: string
  nodeSelector?: object
  tolerations?: object[]
  topologySpreadConstraints?: { topologyKey: string; whenUnsatisfiable: string }[]
  securityContext: object
  automountServiceAccountToken: boolean
}
interface Manifest {
  kind: string
  metadata: { name: string; annotations?: Record<string, string>; labels: Record<string, string> }
  spec: {
    template: {
      metadata: { labels: Record<string, string>; annotations?: Record<string, string> }
      spec: PodSpec
    }
    selector: Record<string, string> & { matchLabels?: Record<string, string> }
    ports: { name: string; targetPort: string }[]
    endpoints: { port: string }[]
    egress: { to: { ipBlock?: { cidr: string; except: string[] } }[] }[]
    maxUnavailable: number
    scaleTargetRef: { name: string }
    triggers: { metadata: { query: string } }[]
  }
}

let manifests: Manifest[]
const of = (kind: string) => manifests.filter((manifest) => manifest.kind === kind)
const named = (kind: string, name: string) => {
  const found = of(kind).find(({ metadata }) => metadata.name === name)
  assert.ok(found, `${kind} ${name}`)
  return found
}

beforeAll(async () => {
  const documents = parseAllDocuments(await readFile(renderedFile, 'utf8'))
  manifests = documents.map((document) => document.toJS() as Manifest | null).filter((manifest) => manifest !== null)
})

describe('the Helm chart', () => {
  it('was rendered from the files that are there: else run pnpm chart:render', async () => {
    const [first = ''] = (await readFile(renderedFile, 'utf8')).split('\n')
    assert.equal(first, `# Rendered by \`pnpm chart:render\` from ${await hashChart()}`)
  })

  it('renders only objects that conform to the schemas of Kubernetes, KEDA and the Prometheus operator', () => {
    assert.deepEqual(new Set(manifests.map(({ kind }) => kind)), new Set(Object.keys(kinds)))
    assert.throws(() => new Deployment({ spec: { replicas: 'two' } } as never).validate())
    for (const manifest of manifests) {
      const Kind = kinds[manifest.kind]
      assert.ok(Kind)
      try {
        new Kind(manifest).validate()
      } catch (error) {
        assert.fail(`${manifest.kind} ${manifest.metadata.name}: ${String(error)}`)
      }
    }
  })

  it('has a schema of values that its own values conform to, and that rejects mistakes', async () => {
    const read = (file: string) => readFile(join(helmFolder, file), 'utf8')
    const validate = new Ajv({ strict: true, allowUnionTypes: true }).compile(
      JSON.parse(await read('knockwire/values.schema.json')) as object,
    )
    const values = parse(await read('knockwire/values.yaml')) as Record<string, object>
    assert.ok(validate(values), JSON.stringify(validate.errors))
    for (const wrong of [
      { replicas: 3 },
      { publicOrigin: 'knockwire.example.com' },
      { settings: { ENCRYPTION_KEY: 'in the clear' } },
      { image: { registry: 'registry.example.com', digests: { api: 'latest' } } },
      { podAnnotations: { 'example.com/count': 2 } },
      { extraEnv: [{ value: 'of what?' }] },
      { executor: { ...values['executor'], replicas: 0 } },
    ])
      assert.ok(!validate({ ...values, ...wrong }), JSON.stringify(wrong))
  })

  it('runs every container without root, capabilities and a writable file system, with probes and limits', () => {
    const pods = [...of('Deployment'), ...of('Job')]
    assert.equal(pods.length, 4)
    for (const { kind, spec } of pods) {
      const pod = spec.template.spec
      assert.equal(pod.automountServiceAccountToken, false)
      const { seccompProfile, ...user } = pod.securityContext as { seccompProfile: object }
      assert.deepEqual(seccompProfile, { type: 'RuntimeDefault' })
      assert.deepEqual(user, { runAsNonRoot: true, runAsUser: 10_001, runAsGroup: 10_001 })
      for (const { securityContext, resources, readinessProbe, livenessProbe } of pod.containers) {
        assert.deepEqual(securityContext, {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
        assert.ok(resources.limits.memory)
        if (kind === 'Deployment') assert.ok(readinessProbe && livenessProbe)
      }
    }
  })

  it.each([
    ['api', 3000],
    ['receivers', 3000],
    ['executor', 3002],
  ])('probes the health of a pod of %s on port %i, where that role answers it', (component, expected) => {
    const [container] = named('Deployment', `knockwire-${component}`).spec.template.spec.containers
    assert.ok(container)
    const { ports, startupProbe, livenessProbe, readinessProbe } = container
    const probes = [startupProbe, livenessProbe, readinessProbe].map((probe) => {
      assert.ok(probe)
      const { path, port } = probe.httpGet
      return [path, ports.find(({ name }) => name === port)?.containerPort]
    })
    assert.deepEqual(probes, [
      ['/healthz', expected],
      ['/healthz', expected],
      ['/readyz', expected],
    ])
  })

  it('gives each process the secrets that it needs and no other', () => {
    const secretsOf = (kind: string, name: string) => {
      const [container] = named(kind, name).spec.template.spec.containers
      assert.ok(container)
      assert.equal(container.envFrom, undefined)
      return container.env.flatMap(({ name: key, valueFrom }) =>
        valueFrom?.secretKeyRef ? [[key, valueFrom.secretKeyRef] as const] : [],
      )
    }
    const keysOf = (kind: string, name: string) => secretsOf(kind, name).map(([key]) => key)
    const common = ['DATABASE_URL', 'ENCRYPTION_KEY']
    assert.deepEqual(keysOf('Job', 'knockwire-migrate'), common)
    assert.deepEqual(keysOf('Deployment', 'knockwire-receivers'), [
      ...common,
      'DATABASE_POOLER_URL',
      'OTEL_EXPORTER_OTLP_HEADERS',
    ])
    const [api, executor] = ['api', 'executor'].map((name) => keysOf('Deployment', `knockwire-${name}`))
    assert.ok(api?.includes('STRIPE_WEBHOOK_SECRET') && api.includes('OIDC_CLIENT_SECRET') && !api.includes('SMTP_URL'))
    assert.ok(executor?.includes('SMTP_URL') && !executor.includes('OIDC_CLIENT_SECRET'))
    for (const [key, { name, optional = false }] of secretsOf('Deployment', 'knockwire-receivers')) {
      assert.deepEqual([name, optional], ['knockwire-receivers', !common.includes(key)])
    }
    for (const [, { name }] of secretsOf('Deployment', 'knockwire-api')) assert.equal(name, 'knockwire')
  })

  it('gives providers’ settings only to processes that have their secrets: a half of them stops a start', () => {
    const hasStripe = (kind: string, name: string) =>
      named(kind, name).spec.template.spec.containers[0]?.env.some((one) => one.name === 'STRIPE_PUBLIC_KEY')
    assert.equal(hasStripe('Deployment', 'knockwire-api'), true)
    assert.equal(hasStripe('Deployment', 'knockwire-executor'), true)
    assert.equal(hasStripe('Deployment', 'knockwire-receivers'), false)
    assert.equal(hasStripe('Job', 'knockwire-migrate'), false)
  })

  it('migrates before an installation and before an upgrade', () => {
    const { metadata, spec } = named('Job', 'knockwire-migrate')
    assert.equal(metadata.annotations?.['helm.sh/hook'], 'pre-install,pre-upgrade')
    assert.deepEqual(spec.template.spec.containers[0]?.command, ['node', 'apps/api/dist/migrate.js'])
  })

  it('keeps inner addresses from the executor and the API, and everything but the database from the receivers', () => {
    const inner = [
      '10.0.0.1',
      '100.64.0.1',
      '127.0.0.1',
      '169.254.169.254',
      '172.16.0.1',
      '192.168.1.1',
      '0.0.0.0',
      '224.0.0.1',
    ]
    const inner6 = ['::1', '::ffff:10.0.0.1', '64:ff9b::a00:1', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'ff02::1']
    for (const name of ['knockwire-executor', 'knockwire-api']) {
      const blocks = named('NetworkPolicy', name).spec.egress.flatMap(({ to }) =>
        to.flatMap(({ ipBlock }) => ipBlock ?? []),
      )
      assert.deepEqual(
        blocks.map(({ cidr }) => cidr),
        ['0.0.0.0/0', '::/0'],
      )
      // One list a family: of an IPv4 address, `check` also asks for the IPv6 ranges.
      const denied = { ipv4: new BlockList(), ipv6: new BlockList() }
      for (const { cidr, except } of blocks)
        for (const range of except) {
          const [address = '', bits] = range.split('/')
          denied[cidr === '::/0' ? 'ipv6' : 'ipv4'].addSubnet(address, Number(bits), cidr === '::/0' ? 'ipv6' : 'ipv4')
        }
      for (const address of inner) assert.ok(denied.ipv4.check(address), address)
      for (const address of inner6) assert.ok(denied.ipv6.check(address, 'ipv6'), address)
      assert.ok(!denied.ipv4.check('93.184.215.14'))
      assert.ok(!denied.ipv6.check('2606:4700::1111', 'ipv6'))
    }
    const receivers = named('NetworkPolicy', 'knockwire-receivers').spec.egress
    // What `receiversExtraEgress` opens, and no other address.
    assert.deepEqual(
      receivers.flatMap(({ to }) => to.flatMap(({ ipBlock }) => ipBlock ?? [])),
      [{ cidr: '169.254.20.10/32' }],
    )
  })

  it('opens what extraEgress of the processes and of the migration names, for each of its own', () => {
    const egressOf = (name: string) => JSON.stringify(named('NetworkPolicy', `knockwire-${name}`).spec.egress)
    for (const name of ['api', 'executor']) assert.ok(egressOf(name).includes('"app":"mail"'), name)
    for (const name of ['receivers', 'migrate']) {
      assert.ok(!egressOf(name).includes('"app":"mail"'), name)
      assert.ok(egressOf(name).includes('169.254.20.10/32'), name)
    }
  })

  it('gives every pod the operator’s annotations, labels, files and priority, and one component what is its own', () => {
    for (const { metadata, spec } of [...of('Deployment'), ...of('Job')]) {
      const { template } = spec
      assert.equal(template.metadata.annotations?.['example.com/team'], 'monitoring')
      assert.equal(template.metadata.labels['example.com/cost-center'], '42')
      assert.equal(template.spec.priorityClassName, 'important')
      assert.ok(template.spec.volumes.some(({ name }) => name === 'ca'))
      assert.ok(template.spec.containers[0]?.volumeMounts.some(({ mountPath }) => mountPath === '/etc/knockwire'))
      const isApi = metadata.name === 'knockwire-api'
      assert.equal(template.metadata.annotations?.['example.com/component'], isApi ? 'api' : undefined)
      assert.equal(
        template.spec.containers[0]?.env.some(({ name }) => name === 'POD_IP'),
        isApi,
      )
    }
    const { tolerations, nodeSelector } = named('Job', 'knockwire-migrate').spec.template.spec
    assert.deepEqual(nodeSelector, { 'example.com/pool': 'jobs' })
    assert.deepEqual(tolerations, [{ key: 'jobs', operator: 'Exists' }])
    assert.equal(named('Service', 'knockwire-api').metadata.annotations?.['example.com/balanced'], 'yes')
  })

  it('spreads the pods of a component over nodes and zones, and pins an image whose digest it is given', () => {
    for (const { spec } of of('Deployment'))
      assert.deepEqual(
        spec.template.spec.topologySpreadConstraints?.map(({ topologyKey, whenUnsatisfiable }) => [
          topologyKey,
          whenUnsatisfiable,
        ]),
        [
          ['kubernetes.io/hostname', 'ScheduleAnyway'],
          ['topology.kubernetes.io/zone', 'ScheduleAnyway'],
        ],
      )
    const imageOf = (name: string) => named('Deployment', `knockwire-${name}`).spec.template.spec.containers[0]?.image
    assert.match(imageOf('executor') ?? '', /knockwire-executor:\d+\.\d+\.\d+@sha256:0{64}$/)
    assert.match(imageOf('api') ?? '', /knockwire-api:\d+\.\d+\.\d+$/)
  })

  it('has a service for the metrics of every pod, which the ServiceMonitor scrapes', () => {
    const { metadata, spec } = named('Service', 'knockwire-metrics')
    assert.deepEqual(
      spec.ports.map(({ targetPort }) => targetPort),
      ['metrics'],
    )
    for (const { spec: deployment } of of('Deployment')) {
      const { labels } = deployment.template.metadata
      for (const [label, value] of Object.entries(spec.selector)) assert.equal(labels[label], value)
      assert.ok(deployment.template.spec.containers[0]?.ports.some(({ name }) => name === 'metrics'))
    }
    const monitor = named('ServiceMonitor', 'knockwire').spec
    for (const [label, value] of Object.entries(monitor.selector.matchLabels ?? {}))
      assert.equal(metadata.labels[label], value)
    assert.deepEqual(
      monitor.endpoints.map(({ port }) => port),
      [spec.ports[0]?.name],
    )
  })

  it('is tested by a pod that no service sends requests to', () => {
    const { metadata } = named('Pod', 'knockwire-test')
    assert.equal(metadata.annotations?.['helm.sh/hook'], 'test')
    for (const { spec } of of('Service').filter((one) => one.metadata.name !== 'knockwire-metrics'))
      assert.notEqual(spec.selector['app.kubernetes.io/component'], metadata.labels['app.kubernetes.io/component'])
  })

  it('restarts pods where their secret has changed: the templates look it up, and nothing of it but a hash is rendered', async () => {
    const helpers = await readFile(join(helmFolder, 'knockwire/templates/_helpers.tpl'), 'utf8')
    assert.match(helpers, /lookup "v1" "Secret"/)
    assert.match(helpers, /"checksum\/secrets" \(\$contents \| toJson \| sha256sum\)/)
  })

  it('scales the executor by the jobs that wait and by how late runs start, and each part separately', () => {
    const { scaleTargetRef, triggers } = named('ScaledObject', 'knockwire-executor').spec
    assert.equal(scaleTargetRef.name, 'knockwire-executor')
    assert.match(triggers[0]?.metadata.query ?? '', /^max\(knockwire_run_jobs_waiting\{/)
    assert.match(triggers[1]?.metadata.query ?? '', /knockwire_run_start_lag_seconds_bucket/)
    assert.equal(of('HorizontalPodAutoscaler').length, 2)
    for (const { spec } of of('PodDisruptionBudget')) assert.equal(spec.maxUnavailable, 1)
    assert.equal(of('PodDisruptionBudget').length, 3)
  })
})
