import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { cdp } from 'vitest/browser'
import { openFrame } from '../testing/open-frame.ts'
import script from '../../before-paint.js?raw'

/** What an observer in the document has noted. */
interface Observed {
  formats: number
  formatsAtOnce: number
  typefaces: (string | null)[]
  isFontThere: boolean
}

interface Page {
  attributes?: string
  /** Where the file of the typeface is; undefined where the document asks for none. */
  font?: string
}

/** A document that the script begins, with what notes in it what becomes of the page. */
const documentOf = ({ attributes = '', font }: Page) => `<!doctype html>
<html><head>
${font === undefined ? '' : `<link rel="preload" as="font" href="${font}" crossorigin><style>@font-face { font-family: "Geist"; src: url("${font}") }</style>`}
<script>
  const observed = { formats: 0, formatsAtOnce: 0, typefaces: [], isFontThere: false }
  window.observed = observed
  Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
    construct(made, given) { observed.formats += 1; return new made(...given) },
  })
  new MutationObserver(() => {
    observed.typefaces.push(document.documentElement.getAttribute('data-typeface'))
    observed.isFontThere = document.fonts.check('16px "Geist"')
  }).observe(document.documentElement, { attributes: true, attributeFilter: ['data-typeface'] })
</script>
<script ${attributes}>${script}</script>
<script>observed.formatsAtOnce = observed.formats; parent.postMessage(document.documentElement.getAttribute('data-mantine-color-scheme'), '*')</script>
</head><body>Tea</body></html>`

const open = async (page: Page) => {
  const frame = await openFrame(documentOf(page))
  const root = frame.window.document.documentElement
  return {
    frame,
    observed: () => (frame.window as unknown as { observed: Observed }).observed,
    scheme: () => root.getAttribute('data-mantine-color-scheme'),
    typeface: () => root.getAttribute('data-typeface'),
  }
}

const emulate = (scheme: 'light' | 'dark') =>
  cdp().send('Emulation.setEmulatedMedia', {
    features: [
      { name: 'prefers-color-scheme', value: scheme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ],
  })

describe('before the first paint', () => {
  afterEach(() => emulate('light'))

  it.each<[string, string | null, 'light' | 'dark', string]>([
    ['the chosen dark scheme', 'dark', 'light', 'dark'],
    ['the chosen light scheme, where the system is dark', 'light', 'dark', 'light'],
    ['the system’s dark scheme', null, 'dark', 'dark'],
    ['the system’s light scheme', null, 'light', 'light'],
    ['the system’s scheme, as chosen', 'auto', 'dark', 'dark'],
  ])('a page has %s', async (_name, kept, system, expected) => {
    await emulate(system)
    if (kept !== null) window.localStorage.setItem('knockwire.color-scheme', kept)
    expect((await open({})).scheme()).toBe(expected)
  })

  it('a page has the system’s scheme, where storage is forbidden', async () => {
    await emulate('dark')
    const element = document.createElement('iframe')
    // Of an origin of its own, which has no storage.
    element.sandbox.add('allow-scripts')
    element.srcdoc = documentOf({})
    onTestFinished(() => element.remove())
    const { promise: scheme, resolve } = Promise.withResolvers<unknown>()
    window.addEventListener('message', ({ data, source }) => source === element.contentWindow && resolve(data))
    document.body.append(element)
    expect(await scheme).toBe('dark')
  })

  it('a page that shows times has their format prepared, behind the first paint; another page does not', async () => {
    const times = await open({ attributes: 'data-formats-times' })
    expect(times.observed().formatsAtOnce).toBe(0)
    await expect.poll(() => times.observed().formats).toBe(1)
    const other = await open({})
    await new Promise((resolve) => other.frame.window.setTimeout(resolve))
    expect(other.observed().formats).toBe(0)
  })

  it('a page appears once the typeface that its document asks for is there', async () => {
    const page = await open({ font: '/src/theme/fonts/geist.woff2' })
    await expect.poll(() => page.observed().typefaces).toEqual(['awaited', null])
    expect(page.observed().isFontThere).toBe(true)
  })

  it('a page whose typeface does not come appears without it, and stays so', async () => {
    const page = await open({ font: 'data:font/woff2,none' })
    await expect.poll(() => page.observed().typefaces).toEqual(['awaited', 'late'])
    expect(page.typeface()).toBe('late')
  })
})
