const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** A run's id; null where the text is no UUID. */
export const uuidOf = (text: string): string | null => (uuid.test(text) ? text.toLowerCase() : null)

// FNV-1a of 128 bits: nobody gains by their own two names that are alike.
const offset = 0x6c62272e07bb014262b821756295c58dn
const prime = 0x0000000001000000000000000000013bn
const all = (1n << 128n) - 1n

const mostHashed = 500

/** The id of a run that its sender names as it likes: the same one for the same name. Null for an empty one. */
export const runIdOf = (name: string): string | null => {
  if (name === '') return null
  const known = uuidOf(name)
  if (known !== null) return known
  let hash = offset
  for (const unit of name.slice(0, mostHashed)) hash = ((hash ^ BigInt(unit.codePointAt(0) ?? 0)) * prime) & all
  const hex = hash.toString(16).padStart(32, '0')
  // Version 8: of the sender's own making.
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0b0011) | 0b1000).toString(16)
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, variant + hex.slice(17, 20), hex.slice(20)]
  return parts.join('-')
}
