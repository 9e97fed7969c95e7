import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@knockwire/db/testing/processes/free-port'
import { sleep } from '../parts/bench.ts'

const places = ['/usr/bin/prometheus', '/usr/local/bin/prometheus']

/** Null where none is installed (Debian: `apt-get install prometheus`). */
export const findPrometheus = (): string | null => places.find((file) => existsSync(file)) ?? null

export interface Prometheus {
  /** Names of the alerts that fire just now. */
  firing: () => Promise<string[]>
  stop: () => Promise<void>
}

interface PrometheusOptions {
  program: string
  /** As JSON, which is YAML too. */
  rules: object
  /** Where metrics are, by job. */
  targets: Readonly<Record<string, number>>
}

interface Alerts {
  data: { alerts: { labels: { alertname: string }; state: string }[] }
}

const startMs = 20_000

/** A Prometheus of the trial's own that scrapes and evaluates each second; all of it is deleted when it is stopped. */
export const startPrometheus = async ({ program, rules, targets }: PrometheusOptions): Promise<Prometheus> => {
  const directory = await mkdtemp(join(tmpdir(), 'knockwire-alerts-'))
  const port = await freePort()
  const scrapes = Object.entries(targets).map(([job, target]) => ({
    job_name: job,
    static_configs: [{ targets: [`127.0.0.1:${target}`] }],
  }))
  await writeFile(join(directory, 'rules.yml'), JSON.stringify(rules))
  const config = {
    global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
    rule_files: [join(directory, 'rules.yml')],
    scrape_configs: scrapes,
  }
  await writeFile(join(directory, 'prometheus.yml'), JSON.stringify(config))
  const child: ChildProcess = spawn(
    program,
    [
      `--config.file=${join(directory, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(directory, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  process.once('exit', () => child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  const get = async (path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => null)
  for (const until = performance.now() + startMs; ;) {
    if ((await get('/-/ready'))?.ok) break
    if (performance.now() > until || child.exitCode !== null) throw new Error('Prometheus did not start.')
    await sleep(100)
  }
  return {
    firing: async () => {
      const response = await get('/api/v1/alerts')
      if (response === null) return []
      const { data } = (await response.json()) as Alerts
      const firing = data.alerts.filter(({ state }) => state === 'firing')
      return [...new Set(firing.map(({ labels }) => labels.alertname))].toSorted()
    },
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      await rm(directory, { recursive: true, force: true })
    },
  }
}
