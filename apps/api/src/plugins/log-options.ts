import { errorForLog } from '@knockwire/services/error-for-log'
import type { LoggerOptions } from 'pino'
import type { Settings } from '../settings.ts'

/** Names under which a secret could reach a log by mistake, at the top or one level down. */
const secretNames = ['password', 'otp', 'cookie', 'authorization', 'set-cookie']
const redactedPaths = secretNames.flatMap((name) => [
  `["${name}"]`,
  `*["${name}"]`,
  `*.headers["${name}"]`,
  `*.body["${name}"]`,
])

export const logOptions = ({ logLevel }: Pick<Settings, 'logLevel'>): LoggerOptions => ({
  name: 'api',
  level: logLevel,
  redact: { paths: redactedPaths, censor: '[secret]' },
  serializers: { err: errorForLog },
})
