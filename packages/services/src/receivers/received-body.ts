import type { ReadonlyHeaderList } from '@knockwire/domain/headers/header-list'
import { joinedHeader } from '@knockwire/domain/headers/read-headers'
import { decodeBody } from '@knockwire/outbound/exchange/decode-body'

/** What templates and notifications read of a received request: its body without its content encoding. */
export interface ReceivedBody {
  bytes: Uint8Array
  /** Why it could not be decoded, as a sentence; null where it was, or had nothing to decode. */
  problem: string | null
  /** Whether `bytes` are only the beginning of what it decodes to. */
  isTruncated: boolean
}

/** As many bytes as a body may have that comes without an encoding. */
const mostBytes = 1_048_576

/** Bodies that are decoded at once: each takes up to 1 MiB more than it came with. */
const mostAtOnce = 4

const known: ReadonlySet<string> = new Set(['', 'identity', 'gzip', 'x-gzip', 'deflate', 'br', 'zstd'])

/** The encodings of its Content-Encoding; null where it has none. */
const encodingOf = (headers: ReadonlyHeaderList): string | null => {
  const value = joinedHeader(headers, 'content-encoding')?.trim() ?? ''
  return value === '' || /^identity$/i.test(value) ? null : value
}

/** Whether there is anything to decode. */
export const isEncoded = (body: Uint8Array, headers: ReadonlyHeaderList): boolean =>
  body.length > 0 && encodingOf(headers) !== null

/**
 * Decodes gzip, deflate, br and zstd with the limits of responses: at most two encodings, and 1 MiB of content, so that a
 * bomb ends there. In threads of Node's own. Never throws.
 */
export const decodeReceived = async (body: Uint8Array, headers: ReadonlyHeaderList): Promise<ReceivedBody> => {
  const encoding = encodingOf(headers)
  if (encoding === null || body.length === 0) return { bytes: body, problem: null, isTruncated: false }
  const shown = encoding.slice(0, 100)
  if (!encoding.split(',').every((one) => known.has(one.trim().toLowerCase())))
    return { bytes: body, problem: `The body is encoded as ${shown}, which is not supported.`, isTruncated: false }
  await turns.enter()
  try {
    const { bytes, isTruncated } = await decodeBody({ bytes: body, isTruncated: false }, encoding, mostBytes)
    const problem = isTruncated ? `The body is encoded as ${shown}, and decodes to more than 1 MiB.` : null
    return { bytes, problem, isTruncated }
  } catch {
    const problem = `The body says that it is encoded as ${shown}, but it cannot be decoded.`
    return { bytes: body, problem, isTruncated: false }
  } finally {
    turns.leave()
  }
}

class Turns {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(free: number) {
    this.#free = free
  }

  async enter(): Promise<void> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  leave() {
    const next = this.#waiting.shift()
    if (next === undefined) this.#free += 1
    else next()
  }
}

const turns = new Turns(mostAtOnce)
