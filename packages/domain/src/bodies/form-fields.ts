import { decodeBody } from '../charsets/decode-body.ts'
import { joinByName } from '../templates/variables.ts'

const formType = /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i

/** Web frameworks read about as many; a body of 1 MiB holds hundreds of thousands. */
const mostFields = 1000

const [ampersand, equals, plus, percent, space] = [0x26, 0x3d, 0x2b, 0x25, 0x20]

/**
 * The fields of a form-encoded body (URL standard, 5.1) by their names, which are taken as they are: `items[0]` is one
 * name. Values of one name are joined with ", ", as those of a query are. No fields where the body is of another type.
 */
export const formFields = (body: Uint8Array, contentType: string | undefined): Record<string, string> =>
  formType.test(contentType ?? '') ? joinByName(pairsOf(body, contentType)) : {}

function* pairsOf(body: Uint8Array, contentType: string | undefined): Generator<[string, string]> {
  // Percent-encoded bytes and others make one character together in some encodings: bytes are decoded as a whole.
  const decode = (bytes: Uint8Array) => {
    const decoded = percentDecoded(bytes)
    return decodeBody(decoded, contentType) ?? new TextDecoder().decode(decoded)
  }
  let [start, fields] = [0, 0]
  while (start < body.length && fields < mostFields) {
    const found = body.indexOf(ampersand, start)
    const field = body.subarray(start, found === -1 ? body.length : found)
    start += field.length + 1
    if (field.length === 0) continue
    const split = field.indexOf(equals)
    fields += 1
    yield split === -1 ? [decode(field), ''] : [decode(field.subarray(0, split)), decode(field.subarray(split + 1))]
  }
}

const percentDecoded = (bytes: Uint8Array): Uint8Array => {
  const decoded = new Uint8Array(bytes.length)
  let length = 0
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0
    const [high, low] = byte === percent ? [hexValue(bytes[index + 1]), hexValue(bytes[index + 2])] : [-1, -1]
    const isEscape = high >= 0 && low >= 0
    decoded[length] = isEscape ? high * 16 + low : byte === plus ? space : byte
    length += 1
    if (isEscape) index += 2
  }
  return decoded.subarray(0, length)
}

/** -1 where it is no hexadecimal digit. */
const hexValue = (byte: number | undefined): number => {
  if (byte === undefined) return -1
  const isDigit = byte >= 0x30 && byte <= 0x39
  if (isDigit) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}
