import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { beforeAll, it } from 'vitest'
import { parse } from 'yaml'
import { root } from '../process/root.ts'
import { runProgram } from '../process/run-program.ts'
import { helmFolder } from './chart-files.ts'

interface Alert {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; runbook_url: string }
}
interface Panel {
  title: string
  type: string
  targets?: { expr: string }[]
  options?: object
  fieldConfig?: { defaults: { custom?: object } }
}

const alertsFile = join(helmFolder, 'knockwire/monitoring/alerts.yaml')
let alerts: Alert[]
let dashboard: { panels: Panel[] }
let panels: Panel[]

beforeAll(async () => {
  const { groups } = parse(await readFile(alertsFile, 'utf8')) as { groups: { rules: Alert[] }[] }
  alerts = groups.flatMap(({ rules }) => rules)
  const file = join(helmFolder, 'knockwire/monitoring/dashboard.json')
  dashboard = JSON.parse(await readFile(file, 'utf8')) as { panels: Panel[] }
  panels = dashboard.panels
})

/** Names of metrics in the sources, with the labels that each is given. */
const exportedMetrics = async (): Promise<Set<string>> => {
  // Of prom-client itself, in every process.
  const names = new Set(['process_cpu_seconds_total', 'process_resident_memory_bytes', 'process_start_time_seconds'])
  for await (const file of glob('{apps,packages}/*/src/**/*.ts', { cwd: root })) {
    if (file.endsWith('.test.ts')) continue
    const text = await readFile(join(root, file), 'utf8')
    for (const [, name = ''] of text.matchAll(/(?:name: |\(\s*|, )'(knockwire_[a-z_]+)'/g)) names.add(name)
  }
  return names
}

it('alerts and the dashboard name only metrics that the product exports', async () => {
  const exported = await exportedMetrics()
  const expressions = [
    ...alerts.map(({ alert, expr }) => ({ of: alert, expr })),
    ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ of: title, expr }))),
  ]
  assert.ok(expressions.length > 25)
  for (const { of, expr } of expressions) {
    const names = [...expr.matchAll(/\b(?:knockwire|process)_[a-z_]+/g)].map(([name]) => name)
    assert.ok(names.length > 0, of)
    for (const name of names) assert.ok(exported.has(name.replace(/_(bucket|count|sum)$/, '')), `${of}: ${name}`)
  }
})

it('every metric of ours is documented, and no other', async () => {
  const page = await readFile(join(root, 'apps/site/src/content/docs/docs/self-hosting/observability.mdx'), 'utf8')
  const documented = [...page.matchAll(/^\| `(knockwire_[a-z_]+)`/gm)].map(([, name = '']) => name)
  const exported = [...(await exportedMetrics())].filter((name) => name.startsWith('knockwire_'))
  assert.deepEqual(documented.toSorted(), exported.toSorted())
})

it('the dashboard, its panels and its queries conform to the schema of Grafana', async () => {
  const schema = JSON.parse(await readFile(join(helmFolder, 'grafana-dashboard.schema.json'), 'utf8')) as object
  const ajv = new Ajv({ strict: false }).addSchema(schema, 'grafana')
  const errorsOf = (type: string, value: unknown) => {
    const validate = ajv.getSchema(`grafana#/definitions/${type}`)
    assert.ok(validate)
    return validate(value) ? null : ajv.errorsText(validate.errors)
  }
  assert.equal(errorsOf('Dashboard', dashboard), null)
  for (const { title, type, options, fieldConfig } of panels) {
    if (type === 'row') continue
    assert.equal(type, 'timeseries', title)
    assert.equal(errorsOf('TimeseriesOptions', options), null, title)
    assert.equal(errorsOf('TimeseriesFieldConfig', fieldConfig?.defaults.custom), null, title)
  }
  for (const wrong of [{ refresh: 30 }, { panels: [{ ...panels[1], gridPos: { x: 0 } }] }, { templating: [] }])
    assert.notEqual(errorsOf('Dashboard', { ...dashboard, ...wrong }), null, JSON.stringify(wrong).slice(0, 40))
})

it('what alerts on a missing process uses a metric that the process serves without the database', () => {
  const missing = alerts.filter(({ expr }) => /^absent\([^()]*\)$/.test(expr))
  assert.deepEqual(Object.fromEntries(missing.map(({ alert, expr }) => [alert, expr])), {
    KnockwireNoExecutor: 'absent(knockwire_calls_in_flight)',
    KnockwireNoApi: 'absent(knockwire_database_connections{pool="api"})',
  })
})

it('every alert has a severity, a summary, and a heading in the runbook that its link goes to', async () => {
  const runbook = await readFile(join(root, 'apps/site/src/content/docs/docs/self-hosting/runbook.mdx'), 'utf8')
  const headings = [...runbook.matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => text.toLowerCase().replaceAll(' ', '-'))
  for (const { alert, labels, annotations } of alerts) {
    assert.match(labels.severity, /^(critical|warning)$/, alert)
    assert.ok(annotations.summary, alert)
    const [page, anchor = ''] = annotations.runbook_url.split('#')
    assert.equal(page, 'https://knockwire.example/docs/self-hosting/runbook')
    assert.ok(headings.includes(anchor), `${alert}: ${anchor}`)
  }
})

const promtool = ['/usr/bin/promtool', '/usr/local/bin/promtool'].find((file) => existsSync(file))

it.skipIf(promtool === undefined)('promtool, where it is installed, accepts the alerts', async () => {
  const { code, output } = await runProgram({ command: promtool ?? '', args: ['check', 'rules', alertsFile] })
  assert.equal(code, 0, output)
})
