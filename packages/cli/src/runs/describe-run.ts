import type { ExecutionView } from '@knockwire/domain/executions/execution'
import { shown, type Terminal } from '../terminal/terminal.ts'

/** A run in one line. */
export function describeRun(
  { style }: Terminal,
  { createdAt, response, error, responseTimeMs, request }: ExecutionView,
): string {
  const code = response?.statusCode
  const end =
    code === undefined
      ? style('red', shown(error?.message ?? 'no response'))
      : style(code >= 500 ? 'red' : code >= 400 ? 'yellow' : 'green', String(code))
  const time = responseTimeMs === null ? '' : ` ${style('dim', `${Math.round(responseTimeMs)} ms`)}`
  return `${style('dim', createdAt)} ${request.method} ${shown(request.uri)} → ${end}${time}`
}
