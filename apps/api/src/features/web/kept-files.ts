import { readdir, readFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress } from 'node:zlib'
import type { Database } from '@knockwire/db/client'
import { webFiles } from '@knockwire/db/schema/web-files'
import { and, desc, eq, inArray, isNotNull, isNull, lt, not, or, sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiContext } from '../../context.ts'
import type { Settings } from '../../settings.ts'
import { preferredEncoding } from '../site/compressed-body.ts'

/** Files of other kinds are not kept: nothing is loaded from a page that has been open for a while but these. */
const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** A tab that has been open for longer has to be loaded again. */
const keptDays = 30
/** Some 20 builds. */
const keptFiles = 3000

const dayMs = 24 * 60 * 60 * 1000

interface BuiltFile {
  /** As it is requested. */
  path: string
  file: string
}

/** What the builds of the dashboard and of the site named by a hash of its content. */
async function builtFiles({ webRoot, siteRoot }: Settings): Promise<BuiltFile[]> {
  const [assets, astro] = await Promise.all([
    filesIn(join(webRoot, 'assets'), '/assets/'),
    filesIn(join(siteRoot, '_astro'), '/_astro/'),
  ])
  return [...assets, ...astro]
}

async function filesIn(folder: string, prefix: string): Promise<BuiltFile[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    // Not built.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  return names
    .filter((name) => extname(name) in contentTypes)
    .map((name) => ({ path: prefix + name, file: join(folder, name) }))
}

/** As the build compressed it, where it did. */
const compressedContent = async (file: string): Promise<Buffer> => {
  try {
    return await readFile(`${file}.br`)
  } catch {
    return promisify(brotliCompress)(await readFile(file))
  }
}

/**
 * Stores the files of this server's build where every server of the database finds them, and deletes those that were replaced
 * long ago. Before the server accepts connections: a document that it sends names its files, and the browser may request
 * these from a server of the version before.
 */
export async function keepFiles({ db, settings, now }: Pick<ApiContext, 'db' | 'settings' | 'now'>): Promise<void> {
  const built = await builtFiles(settings)
  if (built.length === 0) return
  const paths = built.map(({ path }) => path)
  const stored = await db.select({ path: webFiles.path }).from(webFiles).where(inArray(webFiles.path, paths))
  const known = new Set(stored.map(({ path }) => path))
  for (const { path, file } of built) {
    if (known.has(path)) continue
    const content = await compressedContent(file)
    await db.insert(webFiles).values({ path, content }).onConflictDoNothing()
  }
  await markReplaced(db, paths, now())
}

/** Servers that start at once take turns: they would wait for each other's rows. */
const markReplaced = (db: Database, current: string[], nowMs: number): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${webFiles} in share row exclusive mode`)
    const isCurrent = inArray(webFiles.path, current)
    await tx
      .update(webFiles)
      .set({ replacedAt: null })
      .where(and(isCurrent, isNotNull(webFiles.replacedAt)))
    await tx
      .update(webFiles)
      .set({ replacedAt: new Date(nowMs) })
      .where(and(not(isCurrent), isNull(webFiles.replacedAt)))
    const tooMany = tx
      .select({ path: webFiles.path })
      .from(webFiles)
      .where(isNotNull(webFiles.replacedAt))
      .orderBy(desc(webFiles.replacedAt), webFiles.path)
      .offset(keptFiles)
    await tx
      .delete(webFiles)
      .where(or(lt(webFiles.replacedAt, new Date(nowMs - keptDays * dayMs)), inArray(webFiles.path, tooMany)))
  })

const keptPath = /^\/(?:assets|_astro)\/[\w.-]+$/

/** Sends a file of another build; undefined where none is kept under this address. */
export async function sendKeptFile(
  { db }: Pick<ApiContext, 'db'>,
  { url, headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const [path = ''] = url.split('?', 1)
  const contentType = contentTypes[extname(basename(path))]
  if (contentType === undefined || !keptPath.test(path)) return undefined
  const [kept] = await db.select({ content: webFiles.content }).from(webFiles).where(eq(webFiles.path, path))
  if (kept === undefined) return undefined
  void reply.headers({
    'content-type': contentType,
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  })
  const content = Buffer.from(kept.content)
  if (preferredEncoding(headers['accept-encoding']) !== 'br')
    return reply.send(await promisify(brotliDecompress)(content))
  return reply.header('content-encoding', 'br').send(content)
}
