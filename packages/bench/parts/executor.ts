import { readFileSync } from 'node:fs'
import { printed, startChild, type Child } from './child.ts'

export interface BenchExecutor extends Child {
  /** One of its metrics, by name and labels as Prometheus writes them. */
  metric: (name: string) => Promise<number>
}

interface LogLine {
  msg: string
  level: number
  operatorPort?: number
}

const warning = 40

/** Of the program of this name. */
export const printWarning = (name: string) => (line: object) => console.error(`${name}:`, JSON.stringify(line))

/** As its image and `pnpm start` set it. */
const allocator = JSON.parse(
  readFileSync(new URL('../../../apps/executor/allocator.json', import.meta.url), 'utf8'),
) as Record<string, string>

/** The executor as it is shipped, in its own process. */
export const startExecutor = async (
  url: string,
  encryptionKey: string,
  changes: Record<string, string> = {},
  onWarning: (line: object) => void = printWarning('executor'),
  program = '../../apps/executor/src/main.ts',
): Promise<BenchExecutor> => {
  const env = {
    ...allocator,
    DATABASE_URL: url,
    ENCRYPTION_KEY: encryptionKey,
    KNOCKWIRE_EMBEDDED: '1',
    EXECUTOR_PORT: '0',
    EXECUTOR_OPERATOR_PORT: '0',
    RATE_SOURCES: 'none',
    ...changes,
  }
  const child = startChild(program, [], env)
  const { operatorPort = 0 } = await printed<LogLine>(child, (line) => {
    if (line.level >= warning) onWarning(line)
    return line.msg === 'executor started'
  })
  return { ...child, metric: (name) => readMetric(operatorPort, name) }
}

const readMetric = async (port: number, name: string): Promise<number> => {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return Number(line?.split(' ').at(-1) ?? 0)
}
