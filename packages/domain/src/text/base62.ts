const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const base = BigInt(alphabet.length)
/** Digits of the largest UUID. */
const digits = 22

/** A UUID as a number of base 62: 22 characters in place of 36. */
export function toBase62(uuid: string): string {
  let rest = BigInt(`0x${uuid.replaceAll('-', '')}`)
  let text = ''
  while (text.length < digits) {
    text = alphabet.charAt(Number(rest % base)) + text
    rest /= base
  }
  return text
}

/** The UUID that was written so; null where it is none. */
export function fromBase62(text: string): string | null {
  if (!/^[\dA-Za-z]{22}$/.test(text)) return null
  let value = 0n
  for (const digit of text) value = value * base + BigInt(alphabet.indexOf(digit))
  const hex = value.toString(16).padStart(32, '0')
  if (hex.length > 32) return null
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
