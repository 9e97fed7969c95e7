import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const features = 'apps/api/src/features/'

/** What a feature of the API lets its siblings import, each with its reason. The linter's patterns cannot except files. */
const openToSiblings: readonly (readonly [path: RegExp, reason: string])[] = [
  [/^history\//, 'The list, search and export of a history are the same for executions and received requests.'],
  [
    /^definitions\/(?:included|one\/save-one)/,
    'Tasks and receivers are given, and receivers created, with all that belongs to them.',
  ],
  [/^deliveries\/load-deliveries/, 'Both histories show the deliveries of their entries.'],
  [/^deliveries\/resend-delivery/, 'Tests of notifications are throttled together with resent deliveries.'],
  [/^notifications\/insert-copies/, 'A new task or receiver begins with copies of another one’s notifications.'],
  [/^accounts\/(?:code-limits|email-code)/, 'Signing up confirms an address as changing it does.'],
  [/^accounts\/account\./, 'Signing in responds with the account.'],
  [
    /^(?:auth\/reset\/reset-code|billing\/(?:open-billing|set-plan)|audit\/read-events|tasks\/task-change|receivers\/heartbeat\/save-heartbeat)/,
    'The operator does for people what they do themselves.',
  ],
  [/^auth\/set-session-cookie/, 'Signing in with a passkey and changing a password start a session.'],
  [/^tasks\/read-tasks/, 'The health and the overview of tasks are read for the tasks that are listed.'],
  [/^rates\/subscription\/subscription/, 'One link ends the emails of notifications and those about mortgage rates.'],
  [
    /^site\/(?:compressed-body|send-site-page|site-pages)/,
    'An unknown address and earlier files are sent as the site is.',
  ],
]

/** The demo account is filled by the service functions of the features, and whole definitions are made of all that they define. */
const composing: ReadonlySet<string> = new Set(['demo', 'definitions', 'news'])

interface SiblingImport {
  file: string
  /** Below the folder of the features. */
  imported: string
}

const readImports = (): SiblingImport[] => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', `${features}**/*.ts`], {
    cwd: root,
    encoding: 'utf8',
  })
  return files
    .trim()
    .split('\n')
    .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
    .flatMap((file) => {
      const source = readFileSync(join(root, file), 'utf8')
      const feature = file.slice(features.length).split('/')[0]
      return [...source.matchAll(/(?:from|import)[ (]'(\.[^']+)'/g)]
        .map(([, path = '']) => join(dirname(file), path))
        .filter((path) => path.startsWith(features) && !path.startsWith(`${features}${feature}/`))
        .map((path) => ({ file: file.slice(features.length), imported: path.slice(features.length) }))
    })
}

it('a feature of the API imports no sibling, but for what is open to siblings: the rest belongs in access/', () => {
  const found = readImports()
    .filter(({ file }) => !composing.has(file.split('/')[0] ?? ''))
    .filter(({ imported }) => !openToSiblings.some(([path]) => path.test(imported)))
    .map(({ file, imported }) => `${file} imports ${imported}`)
  expect(found).toEqual([])
})

it('all that is open to siblings is imported by one', () => {
  const imports = readImports()
  const unused = openToSiblings.filter(([path]) => !imports.some(({ imported }) => path.test(imported)))
  expect(unused.map(([path]) => path.source)).toEqual([])
})
