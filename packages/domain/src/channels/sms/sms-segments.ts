/** GSM 03.38 (3GPP TS 23.038, section 6.2.1): the characters of seven bits, and those that take two of them. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const extended = new Set('\f^{}\\[~]|€')

/** How many units a message has alone, and in each part of a longer one, whose parts are numbered. */
const limits = { 'GSM-7': { alone: 160, part: 153 }, 'UCS-2': { alone: 70, part: 67 } } as const

interface SmsSegments {
  /** One character that GSM-7 lacks makes all of the text UCS-2, which takes more than twice the room. */
  encoding: keyof typeof limits
  /** What a provider charges for. */
  segments: number
}

/** How a text message is sent. No part ends amid a character. */
export const segmentsOf = (text: string): SmsSegments => {
  const characters = Array.from(text)
  const isGsm = characters.every((character) => basic.has(character) || extended.has(character))
  const encoding = isGsm ? 'GSM-7' : 'UCS-2'
  const sizes = characters.map((character) => (isGsm ? (extended.has(character) ? 2 : 1) : character.length))
  const { alone, part } = limits[encoding]
  if (sizes.reduce((sum, size) => sum + size, 0) <= alone) return { encoding, segments: 1 }
  let segments = 1
  let used = 0
  for (const size of sizes) {
    if (used + size > part) {
      segments += 1
      used = 0
    }
    used += size
  }
  return { encoding, segments }
}
