import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'vitest'
import { root } from '../process/root.ts'

const read = (file: string) => readFile(join(root, file), 'utf8')

it('CODEOWNERS names folders that exist, and every app, every package and every other part of the repository', async () => {
  const owned = [...(await read('.github/CODEOWNERS')).matchAll(/(?<=\s)\/[\w./-]+\/(?=\s)/g)].map(([path]) => path)
  assert.deepEqual(
    owned.filter((path) => !existsSync(join(root, path))),
    [],
  )
  const parts: string[] = []
  for await (const file of glob('{apps/*,packages/*}/package.json', { cwd: root }))
    parts.push(`/${file.replace('package.json', '')}`)
  const others = ['docs', 'infra', 'patches', 'deploy', '.ci', '.github', '.changeset'].map((name) => `/${name}/`)
  for (const part of [...parts, ...others])
    if (existsSync(join(root, part))) assert.ok(owned.includes(part), `CODEOWNERS does not name ${part}`)
})

it('the terms in the README and on the site are those of LICENSE: nobody may run it without written permission', async () => {
  const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ')
  const license = oneLine(await read('LICENSE'))
  const forbidden =
    'may not be used, copied, modified, merged, published, distributed, sublicensed or sold, in whole or in part'
  assert.ok(license.includes(`${forbidden}, without the prior written permission of the owners.`))
  const page = oneLine(await read('apps/site/src/content/docs/docs/self-hosting/index.mdx'))
  assert.ok(page.includes(`"${forbidden}"`))
  for (const text of [page, oneLine(await read('README.md'))])
    assert.match(text, /without prior written permission of its owners[;,] (?:and )?that includes running it yourself/)
})
