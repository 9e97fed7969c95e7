import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFontStack } from '@capsizecss/core'
import arial from '@capsizecss/metrics/arial'
import geist from '@capsizecss/metrics/geist'
import roboto from '@capsizecss/metrics/roboto'
import subsetFont from 'subset-font'

// Writes src/theme/fonts and public/fonts: the two typefaces, cut to the characters and weights that the product shows, and the rules by which a
// page loads them. Run it after a new version of the geist package: cd apps/web && node subset-fonts.ts

const packageRoot = join(import.meta.dirname, 'node_modules/geist')
const folder = join(import.meta.dirname, 'src/theme/fonts')

/** Latin with its extensions, punctuation, currencies, arrows, and signs of mathematics and of lists. */
const ranges = [
  [0x20, 0x7e],
  [0xa0, 0x2ff],
  [0x300, 0x304],
  [0x306, 0x30c],
  [0x326, 0x328],
  [0x1e00, 0x1e9f],
  [0x1ef2, 0x1eff],
  [0x2000, 0x206f],
  [0x20a0, 0x20c0],
  [0x2100, 0x214f],
  [0x2190, 0x21ff],
  [0x2200, 0x22ff],
  [0x25a0, 0x25ff],
] as const

const characters = ranges
  .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)))
  .join('')

const hex = (code: number) => code.toString(16).padStart(4, '0')
const unicodeRange = ranges.map(([first, last]) => `U+${hex(first)}-${hex(last)}`).join(', ')

/** What pages write: text from normal to bold, and its marks, kerning and figures of one width. */
const weights = { min: 400, max: 700, default: 400 }
const keepFeatures = ['ccmp', 'kern', 'mark', 'mkmk', 'tnum']

async function writeFont(source: string, target: string): Promise<void> {
  const whole = await readFile(join(packageRoot, 'dist/fonts', source))
  const subset = await subsetFont(whole, characters, {
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
    keepFeatures,
  })
  await writeFile(join(folder, target), subset)
  console.log(`${target}: ${(subset.length / 1000).toFixed(1)} KB of ${(whole.length / 1000).toFixed(1)} KB`)
}

/** `swap`: what waits for it, and how long, is decided by before-paint.js. */
const ownFace = (family: string, file: string) => `@font-face {
  font-family: '${family}';
  src: url('./${file}') format('woff2');
  font-weight: ${weights.min} ${weights.max};
  font-display: swap;
  unicode-range: ${unicodeRange};
}`

/** Fonts that systems have, at the size and on the line of ours. Monospaced ones are about as wide as ours as they are. */
const { fontFaces } = createFontStack([geist, arial, roboto])
/** Of Arial's metrics, where Linux has no Arial. */
const fallbackFaces = fontFaces.replace(
  "local('ArialMT')",
  "local('ArialMT'), local('Liberation Sans'), local('LiberationSans')",
)

const css = [
  '/* Written by subset-fonts.ts. Geist is under the SIL Open Font License 1.1: public/fonts/LICENSE.txt. */',
  ownFace('Geist', 'geist.woff2'),
  ownFace('Geist Mono', 'geist-mono.woff2'),
  fallbackFaces,
]

await writeFont('geist-sans/Geist-Variable.ttf', 'geist.woff2')
await writeFont('geist-mono/GeistMono-Variable.ttf', 'geist-mono.woff2')
await writeFile(join(folder, 'fonts.css'), `${css.join('\n')}\n`)
await copyFile(join(packageRoot, 'LICENSE.txt'), join(import.meta.dirname, 'public/fonts/LICENSE.txt'))
