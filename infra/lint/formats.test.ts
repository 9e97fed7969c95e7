import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Makes a date, a time or a number readable; asking for the reader's zone, without arguments, does not. */
const formatting = /\bIntl\.(?:DateTimeFormat|NumberFormat|RelativeTimeFormat)\((?!\))|\.toLocale(?:Date|Time)?String\(/

it('the dashboard formats its dates, times, numbers and sizes in one module', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'apps/web/src'], {
    cwd: root,
    encoding: 'utf8',
  })
  const found = files
    .trim()
    .split('\n')
    .filter(
      (file) =>
        /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && formatting.test(readFileSync(join(root, file), 'utf8')),
    )
  expect(found).toEqual(['apps/web/src/lib/format/format.ts'])
})
