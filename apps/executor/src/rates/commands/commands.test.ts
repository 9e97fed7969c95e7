import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { bareEnvironment } from '@knockwire/db/testing/processes/bare-environment'
import { programFile } from '@knockwire/db/testing/processes/program-file'
import { rateSources } from '@knockwire/db/schema/rates'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type RatePeers, startRatePeers } from '../../testing/use-rates.ts'
import { useTestDatabase } from '../../testing/test-executor.ts'

const { db, url } = await useTestDatabase()
let peers: RatePeers
beforeAll(async () => void (peers = await startRatePeers(['examples/json-lender', 'examples/html-lender'])))
afterAll(() => peers.close())
afterEach(async () => void (await db.delete(rateSources)))

const folder = fileURLToPath(new URL('../../../rate-sources/', import.meta.url))

/** As an author or operator runs it. */
const run = (command: 'check' | 'fetch', args: string[], env: Record<string, string> = {}) =>
  new Promise<{ code: number; said: string }>((resolve) => {
    const script = programFile({
      source: new URL(`./${command}.ts`, import.meta.url),
      bundle: new URL(`../../../dist/rates-${command}.js`, import.meta.url),
    })
    const options = { cwd: folder, env: { ...bareEnvironment(), ...env } }
    const child = execFile(process.execPath, [script, ...args], options, (_error, out, errors) =>
      resolve({ code: child.exitCode ?? 1, said: `${out}${errors}` }),
    )
  })

describe('rates:check', () => {
  it('says what each extraction gave of a fixture', async () => {
    const args = ['examples/html-lender.json', '--body', 'written-fixtures/html-lender.html', '--now', '2026-11-20']
    const { code, said } = await run('check', args)
    expect([code, said.split('\n').at(-2)]).toEqual([0, 'In order.'])
    expect(said).toContain('effective date: 2026-11-20')
    expect(said).toContain(
      '  30 Yr Fixed  purchase, refinance, any amount\n    at #rates tr.fixed-30 td.apr\n    6.284 %\n',
    )
    expect(said).toContain('    at #rates tr.arm-10 td.apr\n    no rate ("N/A")\n')
    expect(said).toContain('    at #rates tr.arm-5 td.apr\n    nothing there (it is optional)\n')
  })

  it('fetches what the file names, and fails where the layout is another', async () => {
    const good = await run('check', [peers.fileOf('examples/json-lender'), '--now', '2026-11-20'])
    expect([good.code, good.said]).toEqual([0, expect.stringContaining('30 Yr Fixed  purchase, up to 806,500')])
    await peers.serve('examples/json-lender', (body) => body.replace('FIXED15', 'F15'))
    const bad = await run('check', [peers.fileOf('examples/json-lender'), '--now', '2026-11-20'])
    const problem = 'fifteenFix: there is nothing at $.products.FIXED15.purchase.conforming.'
    expect([bad.code, bad.said]).toEqual([1, expect.stringContaining(`NOT IN ORDER: ${problem}`)])
  })

  it('names every field of a file that cannot be used', async () => {
    const file = peers.fileOf('examples/html-lender')
    const source = JSON.parse(await readFile(file, 'utf8'))
    await writeFile(
      file,
      JSON.stringify({ ...source, kind: 'BANK', schedule: 'daily', rates: [source.rates[0], source.rates[0]] }),
    )
    const { code, said } = await run('check', [file])
    expect(code).toBe(2)
    for (const part of ['kind', 'schedule', 'A cron expression has five fields']) expect(said).toContain(part)
    await writeFile(file, JSON.stringify({ ...source, rates: [source.rates[0], source.rates[0]] }))
    expect((await run('check', [file])).said).toContain('same product, purpose and amounts as rates.0')
    await writeFile(file, JSON.stringify(source))
    expect((await run('check', [])).said).toContain('pnpm rates:check FILE')
  })
})

describe('rates:fetch', () => {
  const env = { DATABASE_URL: url, ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'), KNOCKWIRE_EMBEDDED: '1' }

  it('fetches every source now and explains the state of each', async () => {
    await peers.serve('examples/json-lender', (body) =>
      body.replace('2026-11-20', new Date().toISOString().slice(0, 10)),
    )
    peers.on('examples/html-lender', ({ response }) => void response.writeHead(503).end())
    const { code, said } = await run('fetch', [], { ...env, RATE_SOURCES: peers.files.join(',') })
    expect(code).toBe(1)
    expect(said).toContain('2 rate sources:')
    expect(said).toMatch(
      /example_json_lender .*\n {4}read: 4 rates of \d{4}-\d\d-\d\d\n {4}last read 20.*; next fetch 20/,
    )
    expect(said).toMatch(
      /example_html_lender .*\n {4}FAILED: The source responded with 503\.\n {4}never read yet, so nothing of it is shown; next fetch 20/,
    )
  })

  it('says that fetching is switched off, or that the machine may have no network', async () => {
    const off = await run('fetch', [], { ...env, RATE_SOURCES: 'none' })
    expect([off.code, off.said]).toEqual([0, expect.stringContaining('Rate fetching is switched off on this server')])
    const file = peers.fileOf('examples/json-lender')
    const source = JSON.parse(await readFile(file, 'utf8'))
    await writeFile(file, JSON.stringify({ ...source, url: 'http://rates.lender.invalid/' }))
    const offline = await run('fetch', [], { ...env, RATE_SOURCES: file })
    expect([offline.code, offline.said]).toEqual([1, expect.stringContaining('This machine may have no network.')])
  })
})
