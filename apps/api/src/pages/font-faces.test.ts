import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fontFaces } from './font-faces.ts'

let webRoot: string
beforeEach(async () => void (webRoot = await mkdtemp(join(tmpdir(), 'knockwire-web-'))))
afterEach(() => rm(webRoot, { recursive: true }))

it('the fonts of the server’s own pages are the files that the dashboard’s document names', async () => {
  await writeFile(
    join(webRoot, 'index.html'),
    `<link rel="preload" href="/assets/geist-B-E9WhnM.woff2" as="font" type="font/woff2" crossorigin />
    <link rel="preload" href="/assets/geist-mono-CDfqfI2z.woff2" as="font" type="font/woff2" crossorigin />`,
  )
  const faces = await fontFaces(webRoot)
  expect([...faces.matchAll(/font-family: '([^']+)';\n {2}src: url\('([^']+)'\)/g)].map(([, ...face]) => face)).toEqual(
    [
      ['Geist', '/assets/geist-B-E9WhnM.woff2'],
      ['Geist Mono', '/assets/geist-mono-CDfqfI2z.woff2'],
    ],
  )
})

it('a dashboard that is not built has no fonts', async () => {
  expect(await fontFaces(webRoot)).toBe('')
})
