import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@knockwire/db/testing/processes/free-port'
import { startProgram } from '@knockwire/db/testing/processes/start-program'
import type { Product } from './product.ts'

const apps = fileURLToPath(new URL('../../../apps', import.meta.url))

/** A server on the product's database with its own settings; the product's executor makes its calls and sends its mails. */
export const startServerWith = async (product: Product, settings: Record<string, string>) => {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const { run } = await startProgram(`await import(${JSON.stringify(join(apps, 'api/src/main.ts'))})`, {
    // With the key of the product.
    ...process.env,
    DATABASE_URL: product.databaseUrl,
    KNOCKWIRE_ROLE: 'api',
    HOST: '127.0.0.1',
    PORT: String(port),
    OPERATOR_PORT: String(await freePort()),
    PUBLIC_ORIGIN: origin,
    RECEIVER_ORIGIN: 'http://localhost:1',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'knockwire@example.com',
    LOG_LEVEL: 'info',
    ...settings,
  })
  return { origin, close: async () => void run.kill('SIGTERM') }
}

/** A server on the product's database whose build of the dashboard lacks some files, like that of another version. */
export const startAnotherServer = async (product: Product, lacking: RegExp) => {
  const webRoot = await mkdtemp(join(tmpdir(), 'knockwire-build-'))
  await cp(join(apps, 'web/dist'), webRoot, { recursive: true })
  const names = (await readdir(join(webRoot, 'assets'))).filter((name) => lacking.test(name))
  for (const name of names) await rm(join(webRoot, 'assets', name))
  const { origin, close } = await startServerWith(product, { WEB_ROOT: webRoot })
  return {
    origin,
    lacking: names,
    close: async () => {
      await close()
      await rm(webRoot, { recursive: true })
    },
  }
}
