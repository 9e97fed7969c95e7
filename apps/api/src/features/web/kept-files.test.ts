import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { webFiles } from '@knockwire/db/schema/web-files'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { keepFiles } from './kept-files.ts'

const dayMs = 24 * 60 * 60 * 1000

let test: TestApp
let roots: string[]
beforeAll(async () => void (test = await createTestApp()))
beforeEach(async () => {
  roots = []
  await test.db.delete(webFiles)
})
afterAll(async () => test.close())

/** A build of the dashboard with these files, and a server of it that shares the database. */
async function startServer(files: Record<string, string>): Promise<TestApp> {
  const webRoot = await mkdtemp(join(tmpdir(), 'knockwire-web-'))
  roots.push(webRoot)
  await mkdir(join(webRoot, 'assets'))
  for (const [name, content] of Object.entries(files)) await writeFile(join(webRoot, 'assets', name), content)
  const server = await createTestApp({ sharing: test, settings: { webRoot } })
  await keepFiles(server.context)
  return server
}

const stop = async (...servers: TestApp[]) => {
  for (const server of servers) await server.close()
  for (const root of roots) await rm(root, { recursive: true })
}

const kept = async () =>
  (await test.db.select({ path: webFiles.path }).from(webFiles)).map(({ path }) => path).toSorted()

it('a server sends the files of the build before, with their type and for a year', async () => {
  const before = await startServer({ 'part-1111.js': 'export const build = "before"', 'part-1111.css': 'a{color:red}' })
  const after = await startServer({ 'part-2222.js': 'export const build = "after"' })
  try {
    const plain = await after.inject({ url: '/assets/part-1111.js' })
    expect([plain.statusCode, plain.body]).toEqual([200, 'export const build = "before"'])
    expect(plain.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    const compressed = await after.inject({
      url: '/assets/part-1111.css?v=1',
      headers: { 'accept-encoding': 'gzip, br' },
    })
    expect(compressed.headers).toMatchObject({ 'content-encoding': 'br', 'content-type': 'text/css; charset=utf-8' })
    expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe('a{color:red}')
    const head = await after.inject({ method: 'HEAD', url: '/assets/part-1111.js' })
    expect([head.statusCode, head.body]).toEqual([200, ''])
  } finally {
    await stop(before, after)
  }
})

it('a server that an upgrade has not replaced yet sends the files of the build after', async () => {
  const before = await startServer({ 'part-1111.js': 'before' })
  const after = await startServer({ 'part-2222.js': 'after' })
  try {
    const answer = await before.inject({ url: '/assets/part-2222.js' })
    expect([answer.statusCode, answer.body]).toEqual([200, 'after'])
  } finally {
    await stop(before, after)
  }
})

it('a file that no build has is not found, and neither is anything else that the build holds', async () => {
  const server = await startServer({ 'part-1111.js': 'code', 'part-1111.js.map': '{}', 'part-1111.js.gz': 'gz' })
  try {
    expect(await kept()).toEqual(expect.arrayContaining(['/assets/part-1111.js']))
    expect(await kept()).not.toContain('/assets/part-1111.js.map')
    for (const url of ['/assets/part-9999.js', '/assets/%00.js', '/assets/a%2fb.js', '/assets/part-1111.js.map'])
      expect([url, (await server.inject({ url })).statusCode]).toEqual([url, expect.toBeOneOf([400, 404])])
  } finally {
    await stop(server)
  }
})

it('what a build replaced is kept for thirty days after it was replaced, however long it was served before', async () => {
  const before = await startServer({ 'part-1111.js': 'before' })
  test.clock.advance(100 * dayMs)
  const after = await startServer({ 'part-2222.js': 'after' })
  try {
    test.clock.advance(29 * dayMs)
    await keepFiles(after.context)
    expect(await kept()).toContain('/assets/part-1111.js')
    test.clock.advance(2 * dayMs)
    await keepFiles(after.context)
    expect(await kept()).not.toContain('/assets/part-1111.js')
    expect(await kept()).toContain('/assets/part-2222.js')
  } finally {
    await stop(before, after)
  }
})

it('a build that comes back after a rollback counts as the newest again', async () => {
  const before = await startServer({ 'part-1111.js': 'before' })
  const after = await startServer({ 'part-2222.js': 'after' })
  try {
    await keepFiles(before.context)
    test.clock.advance(31 * dayMs)
    await keepFiles(before.context)
    expect(await kept()).toContain('/assets/part-1111.js')
    expect(await kept()).not.toContain('/assets/part-2222.js')
  } finally {
    await stop(before, after)
  }
})

it('the files of many builds are kept up to a number, the last replaced first', async () => {
  const replaced = Array.from({ length: 3005 }, (_, n) => ({
    path: `/assets/old-${n}.js`,
    content: Buffer.from(''),
    replacedAt: new Date(test.clock.now() - n * 1000),
  }))
  await test.db.insert(webFiles).values(replaced)
  const server = await startServer({ 'part-1111.js': 'code' })
  try {
    const paths = await kept()
    expect(paths.filter((path) => path.startsWith('/assets/old-'))).toHaveLength(3000)
    expect(paths).toContain('/assets/old-2999.js')
    expect(paths).not.toContain('/assets/old-3000.js')
    expect(paths).toContain('/assets/part-1111.js')
  } finally {
    await stop(server)
  }
})

it('servers that start at once store their files beside each other', async () => {
  const servers = await Promise.all(
    Array.from({ length: 4 }, (_, n) => startServer({ 'shared-1111.js': 'same', [`own-${n}.js`]: String(n) })),
  )
  try {
    expect(await kept()).toEqual(
      expect.arrayContaining(['/assets/own-0.js', '/assets/own-3.js', '/assets/shared-1111.js']),
    )
  } finally {
    await stop(...servers)
  }
})
