import { textsTooSlowFor } from '@knockwire/domain/testing/slow-texts'
import { checkUri, hostOf, parseUri } from '@knockwire/outbound/url-rules'
import { expect, it } from 'vitest'
import { readRetryAfter } from './channels/status-outcome.ts'
import { errorForLog } from './error-for-log.ts'
import { mailHtml, mailText } from './mail/mail-frame.ts'
import { mailProblem } from './mail/mail-problem.ts'
import { oneLine } from './mail/mail.ts'
import { checkRequest } from './requests/check-request.ts'
import { withSourcePositions } from './source-positions.ts'

const footer = { text: 'Sent by Knockwire.' }

const readers: [name: string, read: (text: string) => unknown][] = [
  ['an address to call', (text) => [checkUri(text), checkUri(`http://${text}`), checkUri(`http://a/${text}`)]],
  // As long as an address may be, since a longer one is not parsed.
  ['the host of an address', (text) => hostOf(parseUri(`http://a${text.slice(0, 2000)}`) ?? new URL('http://a'))],
  [
    'a request that is saved',
    (text) =>
      checkRequest(
        {
          uri: text,
          method: 'GET',
          headers: [[text, text]],
          body: text,
          basicAuth: { status: 'ENABLED', username: text, password: text },
          followRedirect: true,
          allowInsecureCerts: false,
        },
        checkUri,
      ),
  ],
  ['how long to wait', (text) => [readRetryAfter(text, 0), readRetryAfter(`1${text}`, 0)]],
  ['what a mail server says', (text) => [mailProblem(new Error(text)), oneLine(text)]],
  ['a stack', (text) => withSourcePositions(`Error: a\n    at ${text}`)],
  ['an error for the log', (text) => errorForLog(new Error(text))],
  [
    'a mail',
    (text) => [mailHtml({ heading: 'A', body: text, footer }), mailText({ heading: 'A', body: text, footer })],
  ],
]

it.each(readers)(
  '64 KB of any text that makes expressions slow cost about as much as reading them a few times: %s',
  async (_, read) => expect(await textsTooSlowFor(read)).toEqual([]),
)
