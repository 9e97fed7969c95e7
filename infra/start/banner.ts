import type { StartedDatabase } from './database.ts'
import type { StartSettings } from './settings.ts'

const signUpRows = ({ areSignUpsOpen }: StartSettings): [string, string][] =>
  areSignUpsOpen ? [['', 'or sign up: any address will do, its code is in the outbox']] : []

/** Where everything is and how to get in, when it runs. */
export const banner = (settings: StartSettings, { embedded }: StartedDatabase, tookMs: number): string => {
  const rows: [string, string][] = [
    ['Dashboard', settings.publicOrigin],
    ['Receivers', settings.receiverOrigin],
  ]
  if (embedded) {
    const { email, password } = embedded.demo
    rows.push(
      ['Outbox', `${settings.publicOrigin}/dev/outbox (mails and texts end up here)`],
      ['Sign in', `${email} with the password ${password}`],
      ...signUpRows(settings),
      ['Data', settings.dataDirectory],
    )
    const isElsewhere = !embedded.clusterDirectory.startsWith(settings.dataDirectory)
    if (isElsewhere) rows.push(['', `and ${embedded.clusterDirectory}, since PostgreSQL's user cannot get there`])
  } else {
    rows.push(
      ['Sign in', settings.areSignUpsOpen ? 'with your account, or sign up' : 'with your account'],
      ['Database', 'as DATABASE_URL says'],
    )
  }
  const lines = rows.map(([name, text]) => `  ${name.padEnd(11)}${text}`)
  return [
    '',
    `Knockwire is ready after ${(tookMs / 1000).toFixed(1)} s.`,
    '',
    ...lines,
    '',
    '  Ctrl-C stops it.',
    '',
  ].join('\n')
}
