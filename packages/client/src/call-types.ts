import type { calls } from './generated/calls.ts'
import type { operations } from './generated/schema.ts'

/** The name of a call, such as `listTasks`. */
export type CallName = keyof typeof calls & keyof operations

/** What is intersected with what a call takes; `unknown` adds nothing. */
type Given<T> = [NonNullable<T>] extends [never] ? unknown : NonNullable<T>

type PartOf<Operation, Part extends string> = Operation extends { parameters: { [P in Part]?: infer Value } }
  ? Given<Value>
  : unknown

type BodyOf<Operation> = Operation extends { requestBody: { content: { 'application/json': infer Body } } }
  ? { body: Body }
  : Operation extends { requestBody?: { content: { 'application/json': infer Body } } }
    ? { body?: Body }
    : unknown

type HeadersOf<Operation> = [PartOf<Operation, 'header'>] extends [infer Headers]
  ? unknown extends Headers
    ? unknown
    : { headers?: Headers }
  : never

/** What a call takes: the parameters of its address and of its query by their names, its `body`, and its `headers`. */
export type InputOf<Name extends CallName> = PartOf<operations[Name], 'path'> &
  PartOf<operations[Name], 'query'> &
  BodyOf<operations[Name]> &
  HeadersOf<operations[Name]>

type Success = 200 | 201 | 202

type JsonOf<Responses> = {
  [Status in Success & keyof Responses]: Responses[Status] extends { content: { 'application/json': infer Json } }
    ? Json
    : undefined
}[Success & keyof Responses]

/** What a call answers. A file is answered as it comes, to be read or piped. */
export type ResultOf<Name extends CallName> = (typeof calls)[Name]['answers'] extends 'file'
  ? Response
  : (typeof calls)[Name]['answers'] extends 'nothing'
    ? undefined
    : operations[Name] extends { responses: infer Responses }
      ? JsonOf<Responses>
      : never

export interface CallOptions {
  /** Ends the call; it rejects with the signal's reason then. */
  signal?: AbortSignal
  /** Is given the headers of a successful answer, such as the `ETag` of what was read, before the call returns. */
  onHeaders?: (headers: Headers) => void
}

/** All calls of the API by their names. One whose input is all optional is made without any. */
export type Client = {
  [Name in CallName]: (
    ...given: object extends InputOf<Name>
      ? [input?: InputOf<Name>, options?: CallOptions]
      : [input: InputOf<Name>, options?: CallOptions]
  ) => Promise<ResultOf<Name>>
}
