import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { it } from 'vitest'
import { root } from '../process/root.ts'

/** What the build makes, so that it is missing in a clean clone. */
const built = /\/dist$/

it('every path that the documents name exists', async () => {
  const missing: string[] = []
  for await (const file of glob('{*.md,docs/**/*.md}', { cwd: root })) {
    const text = await readFile(join(root, file), 'utf8')
    for (const [, path = ''] of text.matchAll(/`((?:apps|packages|infra|docs|\.ci)\/[\w./-]+)`/g))
      if (!built.test(path) && !existsSync(join(root, path))) missing.push(`${file}: ${path}`)
  }
  assert.deepEqual(missing, [])
})

const decisions = globSync('docs/decisions/*.md', { cwd: root }).map((file) => ({
  file: basename(file),
  text: readFileSync(join(root, file), 'utf8'),
}))

const sources = () =>
  globSync(['{apps,packages,infra,patches,docs}/**/*.{ts,tsx,mjs,js,css,json,md,patch,html,sql}'], {
    cwd: root,
    exclude: (path) => /(?:^|\/)(?:node_modules|dist)$/.test(path),
  }).map((path) => `/${path}`)

it('every file that a decision names by its name alone exists', () => {
  const paths = sources()
  const missing = decisions.flatMap(({ file, text }) =>
    [...text.matchAll(/`([\w./-]+\.(?:tsx?|mjs|css|html|sql))`/g)]
      .map(([, name = '']) => name)
      .filter((name) => !paths.some((path) => path.endsWith(`/${name}`)))
      .map((name) => `${file}: ${name}`),
  )
  assert.deepEqual(missing, [])
})

it('every decision has its number, a status, and links to decisions that exist', () => {
  const names = new Set(decisions.map(({ file }) => file))
  const wrong = decisions.flatMap(({ file, text }) => {
    const [title = '', , status = ''] = text.split('\n')
    const isNumbered = title.startsWith(`# ${Number(file.slice(0, 4))}. `)
    const isStated = /^Status: (?:in force|replaced by)\b/.test(status)
    const broken = [...text.matchAll(/\]\((\d{4}-[\w-]+\.md)/g)].filter(([, name = '']) => !names.has(name))
    return [
      ...(isNumbered ? [] : [`${file}: the title has another number`]),
      ...(isStated ? [] : [`${file}: its third line is no status`]),
      ...broken.map(([, name]) => `${file}: ${name} does not exist`),
    ]
  })
  assert.deepEqual(wrong, [])
})

it('every test that the list of security requirements names has that title', async () => {
  const list = await readFile(join(root, 'docs/security/asvs.md'), 'utf8')
  const missing: string[] = []
  let count = 0
  for (const [, path = '', titles = ''] of list.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`((?:,? “[^”]+”)+)/g)) {
    const text = await readFile(join(root, path), 'utf8')
    for (const [, title = ''] of titles.matchAll(/“([^”]+)”/g)) {
      count += 1
      if (!text.includes(title)) missing.push(`${path}: ${title}`)
    }
  }
  assert.deepEqual(missing, [])
  assert.ok(count > 100, 'The list names its tests in another form than this test reads.')
})
