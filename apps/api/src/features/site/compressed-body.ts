import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Variant } from './site-pages.ts'

/** Best first. */
const encoders = {
  br: (body: string) =>
    brotliCompressSync(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
    }),
  gzip: (body: string) => gzipSync(body),
} as const

export type Encoding = keyof typeof encoders

const compressed = new WeakMap<Variant, Partial<Record<Encoding, Buffer>>>()

/** What the `Accept-Encoding` header allows, null for neither. */
export const preferredEncoding = (accepted: string | string[] | undefined): Encoding | null => {
  const offers = String(accepted ?? '')
    .split(',')
    .map((offer) => offer.trim().replaceAll(' ', ''))
    .filter((offer) => !/;q=0(\.0*)?$/.test(offer))
    .map((offer) => offer.split(';', 1)[0])
  if (offers.includes('br')) return 'br'
  return offers.includes('gzip') ? 'gzip' : null
}

/** Compressed once, when it is first requested: a page that arrives in one piece does not move while it is drawn. */
export const compressedBody = (variant: Variant, encoding: Encoding): Buffer => {
  const known = compressed.get(variant) ?? {}
  const body = (known[encoding] ??= encoders[encoding](variant.body))
  compressed.set(variant, known)
  return body
}
