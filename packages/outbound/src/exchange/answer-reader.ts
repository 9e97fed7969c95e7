import { headerValues } from '@knockwire/domain/headers/read-headers'
import type { Dispatcher } from 'undici'
import type { Settle } from '../call/deadline.ts'
import type { Redirect } from '../call/redirect-rules.ts'
import type { Connection } from '../connect/connection.ts'
import { OutboundError } from '../outbound-error.ts'
import { LostConnection, answerFailure } from './answer-failure.ts'
import { type AnswerHeaders, noHeaders, readAnswerHeaders } from './answer-headers.ts'
import { BodyCollector } from '@knockwire/domain/bodies/body-collector'
import { encodingOf, isDecodable } from './decode-body.ts'

export interface Answer {
  statusCode: number
  headers: AnswerHeaders
  /** As received, still encoded. */
  body: Uint8Array
  isTruncated: boolean
  firstByteAt: number
  /** Where the answer redirects to; null where it is to be kept as it is. */
  redirect: Redirect | null
  /** The answer was read to its end, so its connection can carry another. */
  isComplete: boolean
}

export interface ReaderOptions {
  /** Asked as soon as the headers are there: the body of a redirect that is followed is not waited for. */
  redirectOf: (statusCode: number, headers: AnswerHeaders) => Redirect | null
  isIdempotent: boolean
  maxBodyBytes: number
}

/** What an encoded body may be longer than its content: the wrapping of one that does not compress. */
const encodingOverheadBytes = 65_536
/** A server may say 102 every second for as long as a call lasts; one that says it more often is wasting our time. */
const informationalAllowed = 100

const tooManyInformational = () =>
  new OutboundError(
    'INVALID_RESPONSE',
    `The target sent more than ${informationalAllowed} interim responses (1xx) and no final one.`,
  )

/** Reads one answer off undici's parser itself: a stream between would buffer once more what is bounded here. */
export class AnswerReader implements Dispatcher.DispatchHandler {
  readonly #connection: Connection
  readonly #options: ReaderOptions
  readonly #settle: Settle<Answer>
  #isDone = false
  #isSent = false
  #informationalCount = 0
  #firstByteAt = 0
  #statusCode = 0
  #headers = noHeaders
  #redirect: Redirect | null = null
  #body = new BodyCollector(0)

  constructor(connection: Connection, options: ReaderOptions, settle: Settle<Answer>) {
    this.#connection = connection
    this.#options = options
    this.#settle = settle
  }

  onRequestStart() {
    this.#isSent = true
  }

  onResponseStarted() {
    if (this.#firstByteAt === 0) this.#firstByteAt = performance.now()
  }

  onResponseStart({ rawHeaders }: Dispatcher.DispatchController, statusCode: number) {
    if (this.#isDone) return
    if (statusCode < 200) return this.#countInformational()
    try {
      this.#begin(statusCode, readAnswerHeaders(rawHeaders))
    } catch (error) {
      this.#reject(error)
    }
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Uint8Array) {
    if (!this.#isDone && !this.#body.add(chunk)) this.#finish(false)
  }

  onResponseEnd() {
    this.#finish(true)
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: unknown) {
    const failure = answerFailure(error, this.#connection.socket)
    const hasAnswer = this.#firstByteAt !== 0
    const isRepeatable = !hasAnswer && (!this.#isSent || this.#options.isIdempotent)
    this.#reject(failure.code === 'CONNECTION_RESET' ? new LostConnection(failure, isRepeatable) : failure)
  }

  #begin(statusCode: number, headers: AnswerHeaders) {
    const { redirectOf, maxBodyBytes } = this.#options
    this.#statusCode = statusCode
    this.#headers = headers
    this.#redirect = redirectOf(statusCode, headers)
    const overheadBytes = isDecodable(encodingOf(headers.bytes)) ? encodingOverheadBytes : 0
    this.#body = new BodyCollector(maxBodyBytes + overheadBytes)
    // An empty body has come by the time that the caller goes on, and leaves the connection of use.
    const isEmpty = headerValues(headers.bytes, 'content-length')[0] === '0'
    if (this.#redirect?.canFollow && !isEmpty) this.#finish(false)
  }

  #countInformational() {
    this.#informationalCount += 1
    if (this.#informationalCount > informationalAllowed) this.#reject(tooManyInformational())
  }

  #reject(error: unknown) {
    if (this.#isDone) return
    this.#isDone = true
    this.#settle.reject(error)
  }

  #finish(isComplete: boolean) {
    if (this.#isDone) return
    this.#isDone = true
    this.#settle.resolve({
      statusCode: this.#statusCode,
      headers: this.#headers,
      body: this.#body.bytes(),
      isTruncated: !isComplete,
      firstByteAt: this.#firstByteAt,
      redirect: this.#redirect,
      isComplete,
    })
  }
}
