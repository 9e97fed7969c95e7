import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { ApiContext, Caller } from '../../../context.ts'
import { throttle } from '../../../access/throttle.ts'
import { type ExportFile, exportFilesOf } from './export-files.ts'
import { jsonLines } from './json-lines.ts'
import { audit } from '../../../access/audit.ts'

const hourMs = 3_600_000

const readme = (madeAt: Date, files: readonly ExportFile[]): string =>
  [
    `Knockwire: all data of your account, ${madeAt.toISOString()}.`,
    '',
    'Each file holds one JSON object a line (https://jsonlines.org). Bodies are {"text": ...} where they are text, else',
    '{"base64": ...}. Times are in UTC. Secrets that you stored, such as passwords of requests, are not in clear.',
    '',
    ...files.map(({ name, holds }) => `${name}: ${holds}`),
    '',
  ].join('\n')

/**
 * All of the caller's data as one ZIP archive. It is made while it is read, from short queries, so that its size bounds
 * neither memory nor a connection; where something fails on the way the stream breaks off, and no archive looks whole.
 * Throws RATE_LIMITED after five in an hour.
 */
export const exportAccount = async (context: ApiContext, caller: Caller): Promise<Readable> => {
  const { accountId, userId } = caller
  await throttle(context, [{ key: `export:${accountId}`, limit: 5, perMs: hourMs }])
  await audit(context, context.db, caller, { action: 'account.exported' })
  const zip = new ZipFile()
  const archive = new PassThrough()
  const breakOff = (error: Error) => {
    // Where the client has disconnected, this is no failure.
    if (!archive.destroyed)
      context.log.error({ err: error, event: 'account export failed', accountId }, 'account export failed')
    archive.destroy(error)
  }
  zip.on('error', breakOff)
  // The files are read one after the other.
  let reading: Readable | undefined
  archive.once('close', () => reading?.destroy())
  const files = exportFilesOf(context.settings)
  zip.addBuffer(Buffer.from(readme(new Date(context.now()), files)), 'README.txt')
  for (const { name, rows } of files) {
    zip.addReadStreamLazy(name, (add) => {
      const lines = jsonLines(rows(context.db, accountId, userId)).on('error', breakOff)
      reading = lines
      if (archive.destroyed) lines.destroy()
      add(null, lines)
    })
  }
  zip.end()
  zip.outputStream.pipe(archive)
  context.log.info({ event: 'account exported', accountId }, 'account exported')
  return archive
}
