import type { BenchDatabase } from '../parts/bench-database.ts'
import { printed, startChild, type Child } from '../parts/child.ts'
import { printWarning } from '../parts/executor.ts'

interface LogLine {
  msg: string
  level: number
  address?: string
  receiverPort?: number | null
}

export interface BenchServer extends Child {
  port: number
}

const warning = 40

/** The API's program as it is shipped, in the role that is measured. */
export const startApi = async (
  { url, encryptionKey }: Pick<BenchDatabase, 'url' | 'encryptionKey'>,
  role: 'all' | 'ingress',
  changes: Record<string, string> = {},
  onWarning: (line: object) => void = printWarning('api'),
  program = '../../apps/api/src/main.ts',
): Promise<BenchServer & { receiverPort: number }> => {
  const env = {
    DATABASE_URL: url,
    ENCRYPTION_KEY: encryptionKey,
    KNOCKWIRE_EMBEDDED: '1',
    KNOCKWIRE_ROLE: role,
    PORT: '0',
    RECEIVER_PORT: '0',
    OPERATOR_PORT: '0',
  }
  const origins = {
    PUBLIC_ORIGIN: 'http://localhost:1',
    RECEIVER_ORIGIN: 'http://127.0.0.1:1',
    REQUESTS_PER_MINUTE: '1000000',
  }
  const child = startChild(program, [], { ...env, ...origins, ...changes })
  const { address = '', receiverPort } = await printed<LogLine>(child, (line) => {
    if (line.level >= warning) onWarning(line)
    return line.msg === 'started'
  })
  return { ...child, port: Number(new URL(address).port), receiverPort: receiverPort ?? 0 }
}

export const startBareFastify = async (mode: 'nothing' | 'insert' | 'prepared', url: string): Promise<BenchServer> => {
  const child = startChild('ingress/bare-fastify.ts', [mode, url])
  const { port } = await printed<{ port: number }>(child, () => true)
  return { ...child, port }
}
