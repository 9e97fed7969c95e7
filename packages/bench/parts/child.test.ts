import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { printed, startChild } from './child.ts'

it('a program that ends early is an error that shows what it printed last', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'knockwire-child-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const program = join(folder, 'program.mjs')
  await writeFile(program, `console.log('{"msg":"The port is taken."}'); process.exitCode = 3`)
  const child = startChild(relative(fileURLToPath(new URL('..', import.meta.url)), program), [])
  const started = printed<{ msg: string }>(child, ({ msg }) => msg === 'started')
  await expect(started).rejects.toThrow(/ended early \(3\).*The port is taken\./s)
})
