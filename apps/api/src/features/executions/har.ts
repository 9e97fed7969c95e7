import { STATUS_CODES } from 'node:http'
import type { ExecutionView } from '@knockwire/domain/executions/execution'
import type { HeaderList } from '@knockwire/domain/headers/header-list'
import { contentTypeOf, headerValues } from '@knockwire/domain/headers/read-headers'
import { productVersion } from '../../product-version.ts'

const log = { version: '1.2', creator: { name: 'Knockwire', version: productVersion } }

/** Executions as an HTTP Archive 1.2 (http://www.softwareishard.com/blog/har-12-spec/); those that have not ended are left out. */
export async function* writeHar(executions: AsyncIterable<ExecutionView>): AsyncGenerator<string> {
  yield `{"log":${JSON.stringify(log).slice(0, -1)},"entries":[`
  let separator = '\n'
  for await (const execution of executions) {
    if (execution.status !== 'SUCCEEDED' && execution.status !== 'FAILED') continue
    yield `${separator}${JSON.stringify(harEntryOf(execution))}`
    separator = ',\n'
  }
  yield '\n]}}\n'
}

/** The format has -1 for what is not known. */
const unknown = -1

const harEntryOf = (execution: ExecutionView) => {
  const timings = timingsOf(execution)
  return {
    startedDateTime: execution.startedAt ?? execution.createdAt,
    time: Math.max(timings.connect, 0) + timings.send + timings.wait + timings.receive,
    request: requestOf(execution),
    response: responseOf(execution),
    cache: {},
    timings,
    _id: execution.id,
    _trigger: execution.trigger,
  }
}

const timingsOf = ({ timing, responseTimeMs }: ExecutionView) => {
  if (timing === null) return { connect: unknown, send: 0, wait: responseTimeMs ?? 0, receive: 0 }
  const connected = timing.connectMs ?? 0
  const firstByte = timing.firstByteMs ?? timing.totalMs
  return {
    connect: timing.connectMs ?? unknown,
    send: 0,
    wait: Math.max(0, firstByte - connected),
    receive: Math.max(0, timing.totalMs - firstByte),
  }
}

const namesAndValues = (pairs: Iterable<readonly [string, string]>) =>
  Array.from(pairs, ([name, value]) => ({ name, value }))

const common = (headers: HeaderList) => ({
  httpVersion: 'HTTP/1.1',
  // Their values are masked, as in the headers.
  cookies: [],
  headers: namesAndValues(headers),
  headersSize: unknown,
})

const requestOf = ({ request: { uri, method, headers, body } }: ExecutionView) => ({
  method,
  // Without a fragment, which is not sent.
  url: uri.split('#', 1)[0] ?? '',
  ...common(headers),
  queryString: URL.canParse(uri) ? namesAndValues(new URL(uri).searchParams) : [],
  bodySize: body.bytes,
  // Of `params` and `text` only one may stand.
  ...(body.bytes > 0 && { postData: { mimeType: contentTypeOf(headers) ?? '', text: body.content } }),
})

/** Where the response redirects to, as it says so. */
const redirectOf = (statusCode: number, headers: HeaderList): string =>
  statusCode >= 300 && statusCode < 400 ? (headerValues(headers, 'location')[0] ?? '') : ''

/** Where no response came, as browsers write it: status 0 and the error beside it. */
const responseOf = ({ response, error, request }: ExecutionView) => {
  const why = error === null ? '' : `${error.code}: ${error.details}`
  if (response === null) {
    const content = { size: 0, mimeType: 'x-unknown' }
    return { status: 0, statusText: '', ...common([]), content, redirectURL: '', bodySize: unknown, _error: why }
  }
  const { statusCode, headers, body, finalUri } = response
  return {
    status: statusCode,
    statusText: STATUS_CODES[statusCode] ?? '',
    ...common(headers),
    content: {
      size: body.bytes,
      mimeType: contentTypeOf(headers) ?? 'x-unknown',
      // Where nothing of it is kept, it is left out.
      ...((body.content !== '' || !body.isTruncated) && { text: body.content }),
      ...(body.encoding === 'base64' && { encoding: 'base64' }),
      ...(body.isTruncated && { comment: 'Only the beginning of the body is kept.' }),
    },
    redirectURL: redirectOf(statusCode, headers),
    bodySize: unknown,
    ...(finalUri !== request.uri && { _finalUrl: finalUri }),
    ...(why !== '' && { _error: why }),
  }
}
