import { describe, expect, it } from 'vitest'
import { EmailAddress, NewPassword, ResetPasswordInput, SignInInput } from '../accounts/credentials.ts'
import { formFields } from '../bodies/form-fields.ts'
import { formatJson, outlineJson } from '../bodies/json-outline.ts'
import { formatXml, outlineMarkup } from '../bodies/markup-outline.ts'
import { headerParameter } from '../bodies/header-parameter.ts'
import { readMultipart } from '../bodies/multipart.ts'
import { channels } from '../channels/registry.ts'
import { toNorthAmericanNumber } from '../channels/sms/phone-number.ts'
import { checkCondition } from '../conditions/check-condition.ts'
import { compare } from '../conditions/comparing/compare.ts'
import { comparisons } from '../conditions/comparing/comparisons.ts'
import { Condition, type ConditionSource } from '../conditions/condition.ts'
import { sourcesOf, defaultCondition, normalizeCondition } from '../conditions/condition-rules.ts'
import { describeCondition, describeUnmet } from '../conditions/describe.ts'
import { exampleObservation } from '../conditions/example-observation.ts'
import { parseJson } from '../conditions/sources/json/parse-json.ts'
import { scanHtml } from '../conditions/sources/html/scan-html.ts'
import { extractValue } from '../conditions/sources/readers.ts'
import { isOnThisMachine } from '../embedded/one-machine.ts'
import { decodeBody } from '../charsets/decode-body.ts'
import { headerTextOf } from '../headers/header-text.ts'
import { maskSecretHeaders } from '../headers/secret-headers.ts'
import { HistoryResult, taskHistoryFilters } from '../history/filters.ts'
import { historyQuery } from '../history/history.ts'
import { nameInMail } from '../mail/name-in-mail.ts'
import { readDate, dateFormats, readPercent, readTable } from '../rates/read-table.ts'
import { eventNameOf } from '../receivers/event-name.ts'
import { SaveReceiverInput } from '../receivers/receiver.ts'
import { ReplayInput } from '../receivers/replay.ts'
import { replayUri, restOf } from '../receivers/replay-uri.ts'
import { targetPath } from '../receivers/target-path.ts'
import { curlOf } from '../requests/curl/curl-of.ts'
import { isCurlCommand } from '../requests/curl/is-curl-command.ts'
import { parseCurl } from '../requests/curl/parse-curl.ts'
import { rawRequestOf } from '../requests/curl/raw-request.ts'
import { headerProblem } from '../requests/header-problem.ts'
import { RequestTargetInput } from '../requests/request-target.ts'
import { withScheme } from '../requests/with-scheme.ts'
import { safeReturnUrl } from '../return-url.ts'
import { checkCronExpression } from '../schedules/cron/cron-expression.ts'
import { describeCron } from '../schedules/cron/cron-words.ts'
import { plottedNumber } from '../series/number-value.ts'
import { shorten } from '../text/shorten.ts'
import { checkTemplate } from '../templates/check-template.ts'
import { renderTemplate } from '../templates/render-template.ts'
import { taskVariables } from '../templates/variables.ts'
import { textsTooSlowFor } from '../testing/slow-texts.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const origin = 'https://knockwire.example'

const operand = { source: 'response_body_text', property: '', rightValue: 'a' } as const

/** What is saved passes its schema first, as in the API, which bounds its length. */
const conditionOf = (changes: object): Condition => Condition.parse({ ...defaultCondition, ...changes })

const checked = (changes: object) => {
  const condition = conditionOf(changes)
  checkCondition(condition)
  describeCondition(normalizeCondition(condition))
  exampleObservation(condition)
}

const readIn = (source: ConditionSource, property: string) => (text: string) =>
  extractValue({ source, property }, { statusCode: 200, responseTimeMs: 1, headers: [['x', text]], body: text })

type Reader = [name: string, read: (text: string) => unknown]

/** What people and programs write, which is read where it comes in: in the API's and the executor's thread, or the browser's. */
const onMainThread: Reader[] = [
  [
    'a value of a comparison',
    (text) => comparisons.map((one) => compare(one, { value: text, rightValue: text, previous: 'x' })),
  ],
  [
    'a value beside a number',
    (text) => comparisons.map((one) => compare(one, { value: text, rightValue: 1, previous: 1 })),
  ],
  [
    'a value in a collection',
    (text) => compare('collection_has_value', { value: [text], rightValue: '1', previous: undefined }),
  ],
  [
    'a key of a collection',
    (text) => compare('collection_has_key', { value: [1], rightValue: text, previous: undefined }),
  ],
  [
    'a right value',
    (text) => comparisons.map((comparison) => checked({ ...operand, comparison, rightValue: text.slice(0, 8192) })),
  ],
  ['a property', (text) => sourcesOf('execution').map((source) => checked({ source, property: text.slice(0, 512) }))],
  [
    'the words of a verdict',
    (text) => describeUnmet({ ...operand, comparison: 'string_equal_to', rightValue: text }, text),
  ],
  ['a header', readIn('response_header', 'x')],
  ['a body as text', readIn('response_body_text', '')],
  ['a number in a chart', plottedNumber],
  ['a cron expression', (text) => [checkCronExpression(text), describeCron(text)]],
  [
    'a cron expression of the longest',
    (text) => [checkCronExpression(text.slice(0, 256)), describeCron(text.slice(0, 256))],
  ],
  ['a header’s name', (text) => headerProblem(text, '')],
  ['a header’s value', (text) => headerProblem('x', text)],
  ['headers that may be secret', (text) => maskSecretHeaders([[text, text]])],
  ['the text of a header', headerTextOf],
  [
    'an address to call',
    (text) => [withScheme(text), RequestTargetInput.safeParse({ uri: text, method: 'GET', headers: [] })],
  ],
  ['where a replay goes', (text) => [restOf(text), restOf(`/r/${text}`), replayUri(text, text), targetPath(text)]],
  ['a replay', (text) => ReplayInput.safeParse({ uri: text, headers: [{ name: text, value: text }], body: text })],
  ['where to go after signing in', (text) => [safeReturnUrl(text, origin), safeReturnUrl(`/${text}`, origin)]],
  [
    'an address of a connection',
    (text) => isOnThisMachine({ address: text, httpVersion: '1.1', headers: { host: text, forwarded: text } }),
  ],
  [
    'a content type',
    (text) => [
      decodeBody(bytesOf('a'), text),
      decodeBody(bytesOf('a'), `text/plain${text}`),
      headerParameter(text, 'boundary'),
    ],
  ],
  [
    'a receiver’s content type',
    (text) =>
      SaveReceiverInput.safeParse({ name: text, response: { code: 200, contentType: `a/b${text}`, body: text } }),
  ],
  ['a body’s charset', (text) => decodeBody(bytesOf(text), 'text/plain; charset=shift_jis')],
  ['a form', (text) => formFields(bytesOf(text), 'application/x-www-form-urlencoded')],
  [
    'a body of parts',
    (text) => [
      readMultipart(bytesOf(`--x\r\n${text}`), 'multipart/form-data; boundary=x'),
      readMultipart(bytesOf(text), `multipart/form-data; boundary=${text}`),
    ],
  ],
  ['an event’s name', (text) => [eventNameOf([['x-github-event', text]], null), eventNameOf([], text)]],
  [
    'a mail address',
    (text) => [
      EmailAddress.safeParse(text),
      EmailAddress.safeParse(`a@${text}`),
      EmailAddress.safeParse(`${text}@a.example`),
    ],
  ],
  ['a password', (text) => [NewPassword.safeParse(text), SignInInput.safeParse({ email: text, password: text })]],
  ['a code', (text) => ResetPasswordInput.safeParse({ email: 'a@b.example', otp: text, password: text })],
  ['a phone number', (text) => toNorthAmericanNumber(text)],
  ['a person’s name in a mail', nameInMail],
  ['a text that is cut', (text) => shorten(text, 200)],
  [
    'filters of a history',
    (text) => [
      HistoryResult.safeParse(text),
      taskHistoryFilters.from.safeParse(text),
      Object.values({ ...historyQuery(20), ...taskHistoryFilters }).map((one) => one.safeParse(text)),
    ],
  ],
  ['a rate', (text) => [readPercent(text), ...dateFormats.map((format) => readDate(text, format))]],
  [
    'a template that is saved',
    (text) => [
      checkTemplate(text.slice(0, 20_000), taskVariables),
      Object.values(channels).map(({ templates }) => Object.values(templates).map(({ check }) => check(text))),
    ],
  ],
  ['values in a Slack message', (text) => Object.values(channels).map(({ escapeValue }) => escapeValue?.(text))],
  [
    'a request as a command',
    (text) => curlOf({ method: 'POST', url: text, headers: [[text, text]], body: { encoding: 'text', content: text } }),
  ],
  [
    'a request as it was sent',
    (text) =>
      rawRequestOf({
        method: 'POST',
        url: text,
        headers: [[text, text]],
        body: { encoding: 'text', content: text, bytes: text.length, isTruncated: false },
      }),
  ],
  ['a command that is pasted', (text) => [isCurlCommand(text), parseCurl(`curl ${text}`)]],
  [
    'a command with a quote that is pasted',
    (text) => [parseCurl(`curl '${text}`), parseCurl(`curl -H "${text}" a`), parseCurl(`curl $'${text}`)],
  ],
]

describe('64 KB of any text that makes expressions slow cost about as much as reading them a few times:', () => {
  it.each(onMainThread)('%s', async (_, read) => expect(await textsTooSlowFor(read)).toEqual([]))
})

/** Their threads are stopped after a second, and other bounds keep what they are given small. */
const inSandbox: Reader[] = [
  ['JSON', (text) => [parseJson(text), parseJson(`{"a":${text}`), parseJson(`"${text}"`)]],
  ['values of JSON', readIn('response_body_json', '$.a')],
  ['all values of JSON', readIn('response_body_json', '$..a')],
  ['a page before it is parsed', scanHtml],
  ['a script of a page', (text) => scanHtml(`<script>${text}</script>`)],
  ['elements of a page', readIn('response_body_html_element', 'p')],
  [
    'a table',
    (text) =>
      readTable(text, { delimiter: ',', dateColumn: 'a', dateFormat: 'YYYY-MM-DD', columns: ['b'], from: '', to: '9' }),
  ],
  ['a template', (text) => renderTemplate(text, { a: 'b' })],
  [
    'a value of a template',
    (text) =>
      renderTemplate('{{ a }}{{ a | truncate: 20 }}{{ a | escape }}{{ a | strip_html }}{{ a | url_encode }}', {
        a: text,
      }),
  ],
  [
    'the tree of JSON in a browser',
    (text) => {
      const outline = outlineJson(text)
      return outline && formatJson(text, outline, 1e6)
    },
  ],
  [
    'the tree of a page in a browser',
    (text) => {
      const outline = outlineMarkup(text, 'xml')
      return outline && formatXml(text, outline, 1e6)
    },
  ],
]

/** Trees are made of what is read, which takes some tens of times as long as a pass; a quadratic reader takes thousands of times. */
const mostPassesInSandbox = 5000

describe('64 KB of any text that makes expressions slow cost the sandbox a bounded multiple of reading them:', () => {
  it.each(inSandbox)('%s', async (_, read) => expect(await textsTooSlowFor(read, mostPassesInSandbox)).toEqual([]))
})
