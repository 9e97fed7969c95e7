import type { StartedDatabase } from './database.ts'
import type { StartSettings } from './settings.ts'

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
      ['', 'or sign up: any address will do, its code is in the outbox'],
      ['Data', settings.dataDirectory],
    )
    const isElsewhere = !embedded.clusterDirectory.startsWith(settings.dataDirectory)
    if (isElsewhere) rows.push(['', `and ${embedded.clusterDirectory}, since PostgreSQL's user cannot get there`])
  } else {
    rows.push(['Sign in', 'with your account, or sign up'], ['Database', 'as DATABASE_URL says'])
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
