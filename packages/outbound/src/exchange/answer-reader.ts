import type { Dispatcher } from 'undici'
import type { Settle } from '../call/deadline.ts'
import { locationOf } from '../call/redirect-rules.ts'
import type { Connection } from '../connect/connection.ts'
import { LostConnection, answerFailure, notHttp } from './answer-failure.ts'
import type { HeaderPairs } from '../request.ts'
import { BodyCollector } from './decode-body.ts'

export type AnswerHeaders = Record<string, string | string[] | undefined>

export interface Answer {
  statusCode: number
  /** By their lower-case names. */
  headers: AnswerHeaders
  /** In the order and case in which they came. */
  headerPairs: HeaderPairs
  /** As it came, still encoded. */
  body: Uint8Array
  isTruncated: boolean
  firstByteAt: number
  /** Set where the redirect is to be followed; the body was not waited for then. */
  location: string | null
  /** The answer was read to its end, so its connection can carry another. */
  isComplete: boolean
}

export interface ReaderOptions {
  followRedirect: boolean
  isIdempotent: boolean
  maxBodyBytes: number
}

/** What an encoded body may be longer than its content: the wrapping of one that does not compress. */
const encodingOverheadBytes = 65_536
/** 102 and 103 may come before the answer; somebody who sends more is wasting our time. */
const informationalAllowed = 20

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
  #headers: AnswerHeaders = {}
  #headerPairs: HeaderPairs = []
  #location: string | null = null
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

  onResponseStart({ rawHeaders }: Dispatcher.DispatchController, statusCode: number, headers: AnswerHeaders) {
    if (statusCode < 200) return this.#countInformational()
    const { followRedirect, maxBodyBytes } = this.#options
    this.#statusCode = statusCode
    this.#headers = headers
    this.#headerPairs = headerPairsOf(rawHeaders)
    this.#location = followRedirect ? locationOf(statusCode, headers) : null
    const isEncoded = headers['content-encoding'] !== undefined
    this.#body = new BodyCollector(isEncoded ? maxBodyBytes + encodingOverheadBytes : maxBodyBytes)
    // An empty body has come by the time that the caller goes on, and leaves the connection of use.
    if (this.#location !== null && headers['content-length'] !== '0') this.#finish(false)
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Uint8Array) {
    if (!this.#isDone && !this.#body.add(chunk)) this.#finish(false)
  }

  onResponseEnd() {
    this.#finish(true)
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: unknown) {
    this.#fail(error)
  }

  #countInformational() {
    this.#informationalCount += 1
    if (this.#informationalCount <= informationalAllowed || this.#isDone) return
    this.#isDone = true
    this.#settle.reject(notHttp())
  }

  #fail(error: unknown) {
    if (this.#isDone) return
    this.#isDone = true
    const failure = answerFailure(error, this.#connection.socket)
    const hasAnswer = this.#firstByteAt !== 0
    const isRepeatable = !hasAnswer && (!this.#isSent || this.#options.isIdempotent)
    this.#settle.reject(failure.code === 'CONNECTION_RESET' ? new LostConnection(failure, isRepeatable) : failure)
  }

  #finish(isComplete: boolean) {
    if (this.#isDone) return
    this.#isDone = true
    this.#settle.resolve({
      statusCode: this.#statusCode,
      headers: this.#headers,
      headerPairs: this.#headerPairs,
      body: this.#body.bytes(),
      isTruncated: this.#body.isTruncated,
      firstByteAt: this.#firstByteAt,
      location: this.#location,
      isComplete,
    })
  }
}

/** Names and values by turns, as the parser saw them: bytes, which are latin1 in HTTP/1.1. */
const headerPairsOf = (raw: Dispatcher.DispatchController['rawHeaders']): HeaderPairs => {
  if (!Array.isArray(raw)) return []
  const pairs: [string, string][] = []
  for (let index = 0; index + 1 < raw.length; index += 2) pairs.push([textOf(raw[index]), textOf(raw[index + 1])])
  return pairs
}

const textOf = (bytes: Buffer | string | undefined) =>
  typeof bytes === 'string' ? bytes : (bytes?.toString('latin1') ?? '')
