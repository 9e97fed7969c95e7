import type { Operation } from './describe-document.ts'

/** What each status of a rejection means, as a response that the operations refer to. */
const rejections: Readonly<Record<string, { name: string; description: string }>> = {
  400: {
    name: 'Malformed',
    description:
      'The body is not JSON (`problems` has the position), or the body, the query or a header is not of the form that is described.',
  },
  401: { name: 'SignedOut', description: 'There is no session and no token, or they are not valid any more.' },
  403: {
    name: 'Forbidden',
    description:
      'The caller may not do this: the token’s scope, the role in the account, or a session that was not confirmed lately.',
  },
  404: { name: 'NotFound', description: 'There is no such object, or it is another account’s.' },
  409: {
    name: 'Conflict',
    description:
      'The state of the object does not allow it, it was changed since the version that was sent, or a limit is reached.',
  },
  412: {
    name: 'PreconditionFailed',
    description: 'The object is not in the state that a header or a revision asks for.',
  },
  413: { name: 'TooLarge', description: 'The body is larger than this call takes.' },
  415: { name: 'UnsupportedType', description: 'The body is not sent as `application/json`.' },
  422: {
    name: 'InvalidFields',
    description: 'Fields are not valid: `errors` has a message for each, `problems` its place.',
  },
  429: { name: 'RateLimited', description: 'Too many calls: wait for `Retry-After` seconds.' },
  500: { name: 'Failed', description: 'Something went wrong on the server, which has recorded it.' },
  501: { name: 'NotSetUp', description: 'The operator of this server has not set up what the call needs.' },
  503: { name: 'Unavailable', description: 'The server is busy or restarting: try again after `Retry-After` seconds.' },
}

/** Those that need what an operator may leave out: email, payments, Slack, text messages. */
const needingSetUp = new Set([
  'requestPasswordReset',
  'sendEmailCode',
  'createInvitation',
  'saveCard',
  'removeCard',
  'changePlan',
  'finishSlackSetup',
  'finishReceiverSlackSetup',
  'receiveStripeEvent',
  'receiveTextMessageStatus',
])

const isIn = ({ parameters = [] }: Operation, ...places: string[]) => parameters.some((one) => places.includes(one.in))

/** The statuses with which a call may be rejected, by what it takes. */
const statusesOf = (method: string, operation: Operation): number[] => {
  const hasBody = operation.requestBody !== undefined
  const isClosed = operation.security === undefined || operation.security.length > 0
  const changes = method !== 'get'
  const may: [number, boolean][] = [
    [400, hasBody || isIn(operation, 'query', 'header')],
    [401, isClosed],
    [403, isClosed],
    [404, isIn(operation, 'path')],
    [409, changes && isClosed],
    [
      412,
      (operation.parameters ?? []).some(({ name }) => name === 'if-none-match') || operation.operationId === 'apply',
    ],
    [413, hasBody],
    [415, hasBody],
    [422, hasBody || (operation.parameters ?? []).some(({ name }) => name === 'idempotency-key')],
    [429, true],
    [500, true],
    [501, needingSetUp.has(operation.operationId ?? '')],
    [503, true],
  ]
  return may.flatMap(([status, is]) => (is ? [status] : []))
}

const done: Readonly<Record<string, string>> = {
  200: 'It is done, and this is what came of it.',
  201: 'It is created.',
  202: 'It is begun, and goes on in the background.',
  204: 'It is done.',
  303: 'Go on at the address in `Location`.',
}

const isGeneric = (description: string | undefined) => description === undefined || description === 'Default Response'

/** Says of each status what it means. */
export const describeStatuses = (method: string, operation: Operation): void => {
  const { responses = {} } = operation
  for (const [status, response] of Object.entries(responses)) {
    if (!isGeneric(response.description)) continue
    if (status === 'default') response.description = 'Any other rejection.'
    else response.description = method === 'get' && status === '200' ? 'What was asked for.' : (done[status] ?? 'Done.')
  }
  for (const status of statusesOf(method, operation)) {
    const name = rejections[status]?.name
    if (name !== undefined) responses[status] ??= { $ref: `#/components/responses/${name}` }
  }
  operation.responses = responses
}

const json = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }

/** The responses that `describeStatuses` refers to. */
export const rejectionResponses = () =>
  Object.fromEntries(
    Object.values(rejections).map(({ name, description }) => [name, { description, content: structuredClone(json) }]),
  )
