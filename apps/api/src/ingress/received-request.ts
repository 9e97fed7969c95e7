import type { ReceiverSettings } from './settings/receiver-settings.ts'

/** A request that has come whole, before it is decided whether the receiver takes it. */
export interface IncomingRequest {
  id: string
  receivedAtMs: number
  method: 'GET' | 'HEAD' | 'POST'
  /** Path and query as they came. */
  url: string
  remoteAddress: string
  /** Names and values by turns, in the order and case they came in. */
  headers: readonly string[]
  /** The same as they are kept, in JSON: secrets encrypted. */
  storedHeaders: string
  body: Uint8Array
}

/** What a receiver answers to one request. */
export interface Answer {
  code: number
  contentType: string
  /** As it is sent: none where the method or the status carries none. */
  body: string
  /** Of the body that a GET would have got, where the answer to a HEAD announces it. */
  announcedBytes?: number
  /** Why the template gave no body, as a sentence. */
  error: string | null
}

/** What is recorded: the request, and the answer that it is to get once it is. */
export interface ReceivedRequest extends IncomingRequest {
  receiver: ReceiverSettings
  answer: Answer
  /** Of all that is recorded of it, about. */
  bytes: number
}
