import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { decodeBody } from '@knockwire/domain/charsets/decode-body'
import { createOutboundClient } from '@knockwire/outbound/create-client'
import { createSandbox } from '../../sandbox/sandbox.ts'
import { fetchSource } from '../fetch/fetch-source.ts'
import { readSource, type SourceBody } from '../fetch/read-source.ts'
import { readSourceFile } from '../fetch/source-files.ts'
import { describeReading } from './describe-reading.ts'

const usage = `pnpm rates:check FILE [--body FILE] [--now DATE]

Reads a rate source's file, fetches what it names, and says what each extraction gave.

  --body FILE  read this file, such as a fixture, and fetch nothing
  --now DATE   as of this day (YYYY-MM-DD), such as a fixture's`

const bodyOf = async (source: Parameters<typeof fetchSource>[1], bodyFile: string | undefined): Promise<SourceBody> => {
  if (bodyFile !== undefined) {
    const text = decodeBody(await readFile(bodyFile), undefined)
    if (text === null) throw new Error(`${bodyFile} holds no text.`)
    return { text }
  }
  // An author may try a file against a server beside him.
  const client = createOutboundClient({ allowCidrs: ['127.0.0.0/8', '::1'], userAgent: 'Knockwire rates:check' })
  const fetched = await fetchSource(client, source)
  await client.close()
  if (fetched.kind === 'failed') throw new Error(`${source.url} could not be fetched: ${fetched.problem}`)
  return fetched
}

const check = async (): Promise<boolean> => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { body: { type: 'string' }, now: { type: 'string' } },
  })
  const [file] = positionals
  if (file === undefined) throw new Error(usage)
  const source = await readSourceFile(file)
  const nowMs = values.now === undefined ? Date.now() : Date.parse(`${values.now}T23:59:59Z`)
  if (Number.isNaN(nowMs)) throw new Error('--now must be a date such as 2026-11-20.')
  // One body is read, by one thread.
  const sandbox = createSandbox({ keepsThreads: false })
  const reading = await readSource(sandbox, source, await bodyOf(source, values.body), nowMs)
  await sandbox.close()
  process.stdout.write(`${describeReading(source, reading, nowMs)}\n`)
  return reading.problem === null
}

try {
  process.exitCode = (await check()) ? 0 : 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}
