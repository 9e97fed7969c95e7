import fc from 'fast-check'
import { isNumeric, hidesRightValue } from '../../conditions/comparing/comparisons.ts'
import { Comparison, type SimpleCondition } from '../../conditions/condition.ts'
import { normalizeCondition, sourcesOf } from '../../conditions/condition-rules.ts'
import { sources } from '../../conditions/sources/registry.ts'
import type { ConditionEvent } from '../../conditions/sources/source.ts'
import { Resource } from '../../definitions/apply.ts'
import { longestCompletionSeconds, shortestCompletionSeconds } from '../../executions/completion-rules.ts'
import { catchUpPolicies, longestCatchUpSecond, shortestCatchUpSecond } from '../../schedules/catch-up.ts'
import { requestMethods } from '../../requests/request-rules.ts'

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }).map((each) => each.toWellFormed()),
  fc.constantFrom(
    'yes',
    'null',
    '~',
    '1e3',
    '0x10',
    ' a ',
    '- a',
    '#a',
    'a: b',
    '"',
    "'",
    '{{ a }}',
    '${env:A}',
    '$${file:b}',
    'a\nb\n',
    '\ta',
    '---',
    '*a',
    '&a',
    '!a',
    '%',
    '|',
  ),
)
const line = text.map((each) => `x${each.replaceAll('\n', ' ')}`)
const key = fc.stringMatching(/^[a-z0-9][a-z0-9._-]{0,12}$/)
/** Maps have names of integers first, whatever their order. */
const keyed = <T>(value: fc.Arbitrary<T>) =>
  fc
    .uniqueArray(
      fc.tuple(
        key.map((each) => `k${each}`),
        value,
      ),
      { selector: ([name]) => name, maxLength: 4 },
    )
    .map((entries) => entries.map(([name, each]) => ({ key: name, ...each })))

const operand = (event: ConditionEvent): fc.Arbitrary<SimpleCondition> =>
  fc
    .record({
      source: fc.constantFrom(...sourcesOf(event)),
      property: line,
      comparison: fc.constantFrom(...Comparison.options),
      number: fc.oneof(
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.constant('12345678901234567890'),
      ),
      text: line,
    })
    .map(({ source, property, comparison, number, text: written }) => ({
      source,
      property: sources[source].property === null ? '' : property.trim(),
      comparison,
      rightValue: hidesRightValue(comparison)
        ? null
        : isNumeric(comparison)
          ? Object.is(number, -0)
            ? 0
            : number
          : written,
    }))
const condition = (event: ConditionEvent) =>
  fc
    .tuple(
      operand(event),
      fc.option(fc.array(fc.array(operand(event), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 })),
    )
    .map(([simple, advanced]) =>
      normalizeCondition({
        ...simple,
        advancedCondition: advanced && { orOperands: advanced.map((andOperands) => ({ andOperands })) },
      }),
    )

const inARow = fc.integer({ min: 1, max: 100 })
const firing = fc.record({
  mode: fc.constantFrom('EVERY_TIME', 'ON_START'),
  notifyOnRecovery: fc.boolean(),
  afterInARow: inARow,
  recoverAfterInARow: inARow,
})
const when = fc.oneof(
  fc.constant({ kind: 'EACH_REQUEST' }),
  fc.tuple(condition('request'), firing).map(([of, rule]) => ({ kind: 'REQUEST', condition: of, ...rule })),
  fc
    .tuple(firing, fc.boolean())
    .map(([{ mode: _mode, ...rest }, notifyWhenLate]) => ({ kind: 'HEARTBEAT', notifyWhenLate, ...rest })),
)

const target = fc.record({
  uri: fc.constantFrom('https://shop.example/', 'http://[::1]:80/a?b=${secret:KEY}#c'),
  method: fc.constantFrom(...requestMethods),
  headers: fc.array(
    fc.tuple(
      fc.oneof(fc.constantFrom('Content-Type', 'X-A', 'x-a', '1', '__proto__'), line),
      fc.oneof(text, fc.constant({ secret: true })),
    ),
    { maxLength: 3 },
  ),
  body: fc.oneof(fc.constant(null), text, fc.json(), fc.constant('{"a":{"b":[1]}}')),
  followRedirect: fc.boolean(),
  allowInsecureCerts: fc.boolean(),
  basicAuth: fc.oneof(
    fc.constant({ status: 'DISABLED', username: '' }),
    fc.record({ status: fc.constant('ENABLED'), username: text, password: text }),
    fc.record({ status: fc.constant('ENABLED'), username: text, password: fc.constant({ secret: true }) }),
    fc.record({ status: fc.constant('ENABLED'), username: text }),
  ),
})
const request = target.map((each) => ({ target: each }))

const email = fc.record({
  type: fc.constant('EMAIL'),
  emailSetting: fc.record({ address: line, subject: text, template: text }),
})
const slack = fc.record({
  type: fc.constant('SLACK'),
  slackSetting: fc.oneof(
    fc.record({ channelId: fc.uuid(), messageTemplate: text }),
    fc.record({ channel: fc.constantFrom('#ops', 'Acme/#shop'), messageTemplate: text }),
  ),
})
const sms = fc.record({
  type: fc.constant('SMS'),
  smsSetting: fc.record({ countryCode: fc.constant('+1'), phoneNumber: line, template: text }),
})
const http = fc.record({ type: fc.constant('HTTP'), request })

const described = {
  description: fc.option(text),
  labels: fc.dictionary(fc.constantFrom('team', 'a/b', 'x.y'), text, { maxKeys: 3 }),
  state: fc.constantFrom(undefined, 'ACTIVE', 'PAUSED'),
}

const noSchedule = {
  intervalSecond: null,
  expression: null,
  timezone: null,
  oneTimeModeEpochSecond: null,
  oneTimeModeTimezone: null,
}
const zone = fc.constantFrom(null, 'Europe/Berlin', 'America/New_York')
const times = fc.oneof(
  fc
    .integer({ min: 1, max: 2_147_483_647 })
    .map((intervalSecond) => ({ ...noSchedule, mode: 'INTERVAL', intervalSecond })),
  fc.tuple(line, zone).map(([expression, timezone]) => ({ ...noSchedule, mode: 'CUSTOM', expression, timezone })),
  fc.tuple(fc.integer({ min: 0, max: 253_402_300_799 }), zone).map(([second, timezone]) => ({
    ...noSchedule,
    mode: 'ONE_TIME',
    oneTimeModeEpochSecond: second,
    oneTimeModeTimezone: timezone,
  })),
)

const scheduler = fc
  .tuple(
    times,
    fc.record({
      catchUp: fc.constantFrom(...catchUpPolicies),
      catchUpSecond: fc.option(fc.integer({ min: shortestCatchUpSecond, max: longestCatchUpSecond })),
    }),
  )
  .map(([time, catchUp]) => ({ ...time, ...catchUp }))

const completion = fc.record({
  withinSeconds: fc.integer({ min: shortestCompletionSeconds, max: longestCompletionSeconds }),
})

const task = fc.record({
  kind: fc.constant('task'),
  key,
  name: fc.option(line.map((each) => each.trim())),
  ...described,
  scheduler,
  request,
  completion: fc.option(completion),
  notifications: fc.option(
    keyed(
      fc
        .tuple(fc.oneof(email, slack, sms, http), condition('execution'), firing)
        .map(([of, decides, rule]) => ({ ...of, condition: decides, firing: rule })),
    ),
    { nil: undefined },
  ),
  charts: fc.option(
    keyed(
      fc
        .record({
          name: line.map((each) => each.trim()),
          source: fc.constantFrom('response_time', 'response_code', 'response_body_json'),
          property: line,
        })
        .map((chart) => (chart.source === 'response_body_json' ? chart : { ...chart, property: '' })),
    ),
    { nil: undefined },
  ),
})

const seconds = (min: number) => fc.integer({ min, max: 366 * 86_400 })
const expectation = fc
  .record({
    mode: fc.constantFrom('EVERY', 'CRON', 'LEARNED'),
    every: seconds(30),
    expression: line,
    timezone: zone,
    graceSeconds: seconds(0),
    maxRunSeconds: fc.option(seconds(1)),
    activeHours: fc.option(
      fc.record({
        days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
        from: fc.constantFrom('00:00', '09:00'),
        until: fc.constantFrom('17:30', '23:59'),
      }),
    ),
    countsHead: fc.boolean(),
    successCondition: fc.option(condition('request')),
  })
  .map(({ every, expression, ...rest }) => ({
    ...rest,
    everySeconds: rest.mode === 'EVERY' ? every : null,
    expression: rest.mode === 'CRON' ? expression : null,
  }))

const receiver = fc.record({
  kind: fc.constant('receiver'),
  key,
  name: line.map((each) => each.trim()),
  ...described,
  responseCode: fc.integer({ min: 200, max: 599 }),
  responseHeaders: fc
    .constantFrom('text/plain', 'application/json; charset=utf-8')
    .map((type) => ({ 'content-type': type })),
  responseBody: text,
  expectation: fc.option(expectation),
  otherAddresses: fc.constantFrom(undefined, ['/ping/5f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0'], ['/p/a', '/p/b']),
  notifications: fc.option(
    keyed(fc.tuple(fc.oneof(email, slack, sms, http), when).map(([of, decides]) => ({ ...of, when: decides }))),
    { nil: undefined },
  ),
})

/** As a file can define them: fields of other modes, and right values that no comparison reads, are null. */
export const randomResources = fc
  .uniqueArray(fc.oneof(task, receiver), { selector: (each) => `${each.kind}/${each.key}`, maxLength: 5 })
  .map((resources) => resources.map((resource) => Resource.parse(JSON.parse(JSON.stringify(resource)))))
