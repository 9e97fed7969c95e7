/** An exponent of more digits is not computed with: beside it, the digits before it do not matter. */
const longestExponent = 400
/** Of more digits, only a bigint is exact. */
const longestSafe = 15

/**
 * The same text for all ways of writing one number, `0.1`, `1e-1` and `0.10`: its digits without zeros at their ends, and
 * the power of ten that they are multiplied by. `text` is by JSON's grammar. Takes linear time.
 */
export function normalForm(text: string): string {
  const sign = text.startsWith('-') ? '-' : ''
  const exponentAt = text.search(/e/i)
  const mantissa = text.slice(sign.length, exponentAt < 0 ? undefined : exponentAt)
  const [whole = '', fraction = ''] = mantissa.split('.')
  const digits = `${whole}${fraction}`
  const start = skipZeros(digits)
  if (start === digits.length) return '0'
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  const significant = `${sign}${digits.slice(start, end)}`
  const [exponentSign, exponent] = exponentAt < 0 ? ['', '0'] : splitExponent(text.slice(exponentAt + 1))
  if (exponent.length > longestExponent) return `${significant}e${exponentSign}${exponent}`
  const shift = digits.length - end - fraction.length
  const written = `${exponentSign}${exponent === '' ? '0' : exponent}`
  const power = exponent.length > longestSafe ? BigInt(written) + BigInt(shift) : Number(written) + shift
  return `${significant}e${power}`
}

function splitExponent(text: string): [sign: string, digits: string] {
  const digits = text.replace(/^[+-]/, '')
  return [text.startsWith('-') ? '-' : '', digits.slice(skipZeros(digits))]
}

function skipZeros(digits: string): number {
  let at = 0
  while (digits[at] === '0') at += 1
  return at
}

/** Whether two texts by JSON's grammar are the same number. */
export const isSameNumber = (a: string, b: string): boolean => a === b || normalForm(a) === normalForm(b)
