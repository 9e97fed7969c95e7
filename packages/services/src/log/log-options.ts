import { hostname } from 'node:os'
import type { LoggerOptions } from 'pino'
import { errorForLog } from '../error-for-log.ts'
import { countRepeatedLines } from './repeated-lines.ts'

interface LoggingProcess {
  app: 'api' | 'executor'
  version: string
  logLevel: string
}

/** Names under which a secret could reach a log by mistake, at the top or one level down. */
const secretNames = ['password', 'otp', 'cookie', 'authorization', 'set-cookie']
const redactedPaths = secretNames.flatMap((name) => [
  `["${name}"]`,
  `*["${name}"]`,
  `*.headers["${name}"]`,
  `*.body["${name}"]`,
])

/** How every process logs: JSON lines with `level`, `time`, `app`, `version`, `pid` and `hostname`, without secrets. */
export const logOptions = ({ app, version, logLevel }: LoggingProcess): LoggerOptions => ({
  level: logLevel,
  base: { app, version, pid: process.pid, hostname: hostname() },
  redact: { paths: redactedPaths, censor: '[secret]' },
  serializers: { err: errorForLog },
  hooks: { logMethod: countRepeatedLines() },
})
