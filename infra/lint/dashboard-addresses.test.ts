import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path/posix'
import { expect, it } from 'vitest'
import { root } from '../process/root.ts'

const builder = 'apps/web/src/lib/navigation/paths.ts'

/** An address of the dashboard as text or as the beginning of a template, or the state that a list of it shows. */
const literal = /['"`]\/dashboard[^'"`\n]*|\?status=[a-z]+/g

const comments = /\/\*.*?\*\/|\/\/[^\n]*/gs

it('an address of the dashboard is written in its path builder, and nowhere else in the web', () => {
  const files = execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', 'apps/web/src/*.ts', 'apps/web/src/*.tsx'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
    .trim()
    .split('\n')
    .filter((file) => !/\.test\.tsx?$/.test(file))
  const found = files.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8').replaceAll(comments, '')
    return [...source.matchAll(literal)].map(([text]) => `${file}: ${text}`)
  })
  expect(found).toEqual([`${builder}: '/dashboard`])
})
