const textTypes =
  /^\s*(text\/|application\/([\w.+-]*\+)?(json|xml)\b|application\/(x-)?(javascript|ecmascript|www-form-urlencoded)\b|image\/svg\+xml)/i

const charsetOf = (contentType: string) => /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1]

/** Null where no such encoding is known. */
const decoderOf = (label: string, options: { fatal?: boolean } = {}) => {
  try {
    return new TextDecoder(label, options)
  } catch {
    return null
  }
}

const decodeStrictly = (bytes: Uint8Array, label: string, isTruncated: boolean): string | null => {
  try {
    return decoderOf(label, { fatal: true })?.decode(bytes, { stream: isTruncated }) ?? null
  } catch {
    return null
  }
}

const utf16Of = (bytes: Uint8Array, charset: string | undefined) => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const label = charset === undefined ? undefined : decoderOf(charset)?.encoding
  return label?.startsWith('utf-16') ? label : undefined
}

/**
 * A body as text, by its declared charset, else as UTF-8; null where it is binary. Text of an older encoding that does
 * not say so is read as windows-1252, as browsers do. `isTruncated`: the end may be amid a character.
 */
export const decodeBody = (bytes: Uint8Array, contentType: string | undefined, isTruncated = false): string | null => {
  const type = contentType ?? ''
  const charset = charsetOf(type)
  const utf16 = utf16Of(bytes, charset)
  if (utf16 !== undefined) return new TextDecoder(utf16).decode(bytes, { stream: isTruncated })
  if (bytes.includes(0)) return null
  const strict = decodeStrictly(bytes, charset ?? 'utf-8', isTruncated) ?? decodeStrictly(bytes, 'utf-8', isTruncated)
  if (strict !== null) return strict
  return textTypes.test(type) ? (decoderOf(charset ?? '') ?? new TextDecoder('windows-1252')).decode(bytes) : null
}
