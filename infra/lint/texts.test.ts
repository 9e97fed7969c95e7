import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Texts that users once read as a translation, and what is said instead; both as they stand in the sources. */
const replacements: readonly (readonly [old: string, text: string])[] = [
  ['When to tell', 'When to notify'],
  ['must hold this often', 'Notify only after this many executions in a row.'],
  ['Every time the condition holds', 'Every time the condition is met'],
  ['A message for each execution', 'One message each time.'],
  ['When it starts to hold', 'When the condition becomes true'],
  ['no other until it has stopped', 'One message per incident.'],
  ['Tell me again', 'Also notify me on recovery'],
  ['holds for the newest', 'Met by the latest'],
  ['not hold for the newest', 'Not met by the latest'],
  ['It could not be decided', "Couldn't be checked against the latest"],
  ['All of them must hold', 'All conditions must'],
  ['and when it stops', 'and on ${recovery}'],
  ['No longer:', 'Recovered: '],
  ['has changed: it is the first', 'No earlier execution to compare with'],
  ['at the moment of activation', 'Runs as soon as the task is activated'],
  ['They show here once', 'The next five executions appear here'],
  ['There are none: no day', 'No upcoming executions'],
  ['Wait for the first byte', 'Waiting (TTFB)'],
  ['No answer came.', 'No response.'],
  ['No notification was due for', 'No notifications were triggered.'],
  ['Be told when', 'Get notified when'],
  ['Be told of', 'Get notified of'],
  ['There is no record yet', 'No executions yet'],
  ['There is no execution yet', 'It will appear here.'],
  ['whatever its schedule', 'regardless of the schedule'],
  ['what they told you', 'Your tasks, executions and notifications.'],
  ['password is not right', 'Incorrect email or password.'],
  ['code is not right', 'Incorrect code.'],
  ['tries are left', 'attempts left'],
  ['We mailed a code', 'We sent a 6-digit code to'],
  ['We mail a code', 'email a code to confirm that the owner agrees'],
  ['a short sentence works well', 'A short phrase works well.'],
  ['is no header name', "isn't a valid header name."],
  ['Only http and https', 'Enter a URL starting with'],
  ['your draft is kept', 'Task not created'],
  ['The server could not do that', 'Something went wrong on our side'],
  ['The server does not answer', "Can't reach the server."],
  ['will no longer be told', 'will no longer be notified'],
  ['Each call is signed by', 'Calls are signed per Standard Webhooks'],
  ['Numbers of the US', 'US and Canadian numbers only.'],
  ['sends no text messages', 'Text messages are not part of the'],
  ['Slack is not set up on', "Slack isn't set up on this server."],
  ['Whoever runs it', 'Ask its administrator'],
  ["Slack's own marks", 'Slack formatting works here'],
  ['The address of the page you are asking', "Including the page's URL helps us answer faster."],
  ['You get a reply', 'We usually reply within 1 business day.'],
  ['To stop these mails', 'Sent by Knockwire.'],
  ['Your plan has room', 'Your plan includes'],
  ['As user', 'password saved'],
  ['Must be valid', 'Verified'],
  ["'Followed'", "'Follow'"],
  ['Every 1 minute', 'Every hour'],
  ['identity is not checked', "identity isn't verified."],
  ['what was here was deleted', 'The link may be outdated'],
  ['The URL is yours already', 'reserved for you'],
  ['It starts to answer', 'It goes live'],
  ['appear by themselves', 'appear automatically'],
  ['the moment it comes', 'as soon as it arrives'],
  ['of your own that others can call', 'is a URL you own'],
  ['Nothing is recorded.', 'Sends this request again'],
  ['Left empty, the event', 'If empty, the event'],
  ['answer could not be made.', 'The response template failed'],
  ['has had as many calls', 'Retry in'],
  ['A body may have', 'The request body exceeds 1 MiB.'],
  ['A receiver takes GET', 'Only GET, HEAD and POST are accepted.'],
  ['What callers get. ', 'Sent to the caller'],
  ['Once it is deactivated', 'before deleting it.'],
  ['will not be able to write', 'Stop notifications to'],
]

/** Words that were discarded, wherever they stand in the texts of the dashboard, and the one word for the thing. */
const discarded: readonly (readonly [word: RegExp, instead: string])[] = [
  [/\bPlease [a-z]+/g, 'the verb alone: Enter …'],
  [/\buser name\b/gi, 'username'],
  [/\bHTTP code\b/gi, 'status code'],
  [/\b(?:failed|first|last|this|the|earlier|single|more|each|\d+) runs?\b(?! at| once)/gi, 'execution'],
  [/\b(?:runs|run) in a row\b/gi, 'executions in a row'],
  [/\b(?:all|no|last|this) results?\b/gi, 'status, execution'],
  [/\b(?:target|server|receiver|caller) (?:answers|answered)\b/gi, 'responds, a response arrived'],
  [/\bWaiting for the answer\b/gi, 'Waiting for the response'],
  [/\bunder way\b/gi, 'running'],
  [/\bnewest (?:one|attempt|execution|code)\b/gi, 'latest, last'],
  [/\b\d(?:\.\d)? [KMG]B\b/g, 'KiB, MiB, GiB'],
  [/\b(?:(?:do|does|did|has|have) not|failed to) come\b/g, 'is missing, has not arrived'],
  [/\b(?:calls?|requests?) (?:come|came)\b/g, 'arrived'],
  [/\b[Ee]verybody\b/g, 'everyone'],
]

/** The words of the specification win. */
const specified = 'Please enter valid loan amount and purpose first'

const folders = [
  'apps/web/src',
  'packages/domain/src',
  'packages/outbound/src',
  'packages/services/src',
  'apps/api/src',
]
const sources = folders.flatMap((folder) => ['ts', 'tsx'].map((extension) => `${folder}/**/*.${extension}`))

/** What stands behind a colon is an address. */
const comments = /\/\*.*?\*\/|(?<![:'"`])\/\/[^\n]*/gs

/** The label that the specification orders is "Response Code". */
const responseCode = /\b[Rr]esponse code\b/g

const plain = (text: string) => text.replaceAll('’', "'").replaceAll(/\s+/g, ' ')

const filesAt = (globs: readonly string[]) =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...globs.map((at) => `:(glob)${at}`)], {
    cwd: root,
    encoding: 'utf8',
  })
    .trim()
    .split('\n')

const texts = filesAt(sources)
  .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))
  .map((file) => ({ file, text: plain(readFileSync(join(root, file), 'utf8').replaceAll(comments, ' ')) }))

describe('texts that users read', () => {
  it.each(replacements)('do not say "%s" but "%s"', (old, text) => {
    expect(texts.filter((source) => source.text.includes(old)).map(({ file }) => file)).toEqual([])
    expect(texts.some((source) => source.text.includes(text))).toBe(true)
  })

  it.each(discarded)('of the dashboard have no %s, but %s', (word) => {
    const found = texts
      .filter(({ file }) => file.startsWith('apps/web/src/'))
      .flatMap(({ file, text }) =>
        (text.replaceAll(specified, '').match(word) ?? []).map((match) => `${file}: ${match}`),
      )
    expect(found).toEqual([])
  })

  it('and the documentation call the number of a response its status code', () => {
    const pages = filesAt(['apps/site/src/content/docs/**/*.mdx', 'docs/decisions/*.md']).map((file) => ({
      file,
      text: readFileSync(join(root, file), 'utf8'),
    }))
    expect([...texts, ...pages].filter(({ text }) => text.search(responseCode) !== -1).map(({ file }) => file)).toEqual(
      [],
    )
  })
})
