import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { withSourcePositions } from './source-positions.ts'

/** Both lines of the bundle are from the beginnings of the first two lines of its source. */
const bundleOf = async (source: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'knockwire-positions-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const map = { version: 3, sources: [source], names: [], mappings: 'AAAA;AACA' }
  await writeFile(join(folder, 'main.js.map'), JSON.stringify(map))
  return { folder, url: pathToFileURL(join(folder, 'main.js')).href }
}

it('frames of a bundle name their source, and nothing else of the stack changes', async () => {
  const { folder, url } = await bundleOf('source.ts')
  const rest = `    at other (file:///nowhere/other.js:3:4)\n    at node:internal/timers:5:6`
  const stack = (first: string, second: string) =>
    `Error: see ${url}:1:1\n    at run (${first})\n    at async ${second}\n${rest}`
  const source = join(folder, 'source.ts')
  expect(withSourcePositions(stack(`${url}:1:1`, `${url}:2:9`))).toBe(stack(`${source}:1:1`, `${source}:2:1`))
})

it('a source that is no file leaves its frame as it is', async () => {
  const { url } = await bundleOf('webpack://app/source.ts')
  const stack = `Error: no\n    at run (${url}:1:1)`
  expect(withSourcePositions(stack)).toBe(stack)
})

it('a long line that looks like a frame takes no time that grows with its square', () => {
  const usedMs = (length: number) => {
    const stack = `Error: no\n    at ${'file://'.repeat(length)}`
    const { user } = process.cpuUsage()
    expect(withSourcePositions(stack)).toBe(stack)
    return (process.cpuUsage().user - user) / 1000
  }
  usedMs(1000)
  // Without a bound the longer one takes a thousand times the shorter one's time.
  expect(usedMs(32_000)).toBeLessThan(200 * Math.max(1, usedMs(1000)))
})
