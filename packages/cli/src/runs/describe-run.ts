import type { ExecutionView } from '@knockwire/domain/executions/execution'
import { isSecretParameter, maskParameters } from '@knockwire/domain/requests/secret-parameters'
import { shown, type Terminal } from '../terminal/terminal.ts'

/** A run in one line, which logs of pipelines keep: without the values of parameters that are likely to be secrets. */
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
  return `${style('dim', createdAt)} ${request.method} ${shown(maskParameters(request.uri, isSecretParameter))} → ${end}${time}`
}
