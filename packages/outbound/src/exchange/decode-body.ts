import { headerValues } from '@knockwire/domain/headers/read-headers'
import { OutboundError } from '../outbound-error.ts'
import type { HeaderPairs } from '../request.ts'
import type { Body } from './decode-bytes.ts'
import { type Decoder, decoders } from './decoders.ts'

/** Each is a stage that can blow up; nobody honest uses three. */
const stagesAllowed = 2

const undecodable = (encoding: string, cause?: unknown) =>
  new OutboundError(
    'INVALID_RESPONSE',
    `The target's response says that its body is encoded as ${encoding}, but it cannot be decoded.`,
    cause,
  )

/** Where nothing comes of it, it need not have been in that encoding at all: some take any text for their beginning. */
const rescue = async ({ bytes }: Body, decoder: Decoder, limit: number, error: unknown): Promise<Body> => {
  const rescued = await decoder.rescue(bytes, limit, error)
  if (rescued.isTruncated && rescued.bytes.length === 0) throw error
  return rescued
}

const decodeStage = async (body: Body, encoding: string, decoder: Decoder, limit: number): Promise<Body> => {
  const { bytes, isTruncated } = body
  try {
    if (isTruncated) return { ...(await decoder.decodeCut(bytes, limit)), isTruncated }
    return await decoder.decode(bytes, limit).catch((error: unknown) => rescue(body, decoder, limit, error))
  } catch (error) {
    throw undecodable(encoding, error)
  }
}

/** The encodings to undo, last first. One that is not known ends the list: its bytes stay as they came. */
const stagesOf = (contentEncoding: string) => {
  const applied = contentEncoding
    .toLowerCase()
    .split(',')
    .map((encoding) => encoding.trim())
  const stages: [string, Decoder][] = []
  for (const encoding of applied.toReversed()) {
    if (encoding === '' || encoding === 'identity') continue
    const decoder = decoders.get(encoding)
    if (decoder === undefined) return stages
    stages.push([encoding, decoder])
  }
  return stages
}

/** Several headers of the name are one list. */
export const encodingOf = (headers: HeaderPairs) => headerValues(headers, 'content-encoding').join(', ')

/** Whether there is anything to undo in a body of that encoding. */
export const isDecodable = (contentEncoding: string) => stagesOf(contentEncoding).length > 0

/** The body without its content encoding, at most `limit` bytes of it. Throws where it cannot be decoded. */
export const decodeBody = async (received: Body, contentEncoding: string, limit: number): Promise<Body> => {
  // After HEAD, with 204 and with 304 the encoding is that of a body that does not come.
  if (received.bytes.length === 0) return received
  const stages = stagesOf(contentEncoding)
  if (stages.length > stagesAllowed) throw undecodable(contentEncoding)
  let body = received
  for (const [encoding, decoder] of stages)
    if (body.bytes.length > 0) body = await decodeStage(body, encoding, decoder, limit)
  return body
}
