import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { fuzz, fuzzTimeoutMs } from '../testing/fuzzing.ts'
import { Resource } from '../definitions/apply.ts'
import { compileFile } from './compile-file.ts'
import { parseYaml } from './reading/parse-yaml.ts'
import { allProblems, joinFiles } from './reading/project-files.ts'
import { replaceReferences } from './reading/references.ts'
import { randomResources } from './testing/random-resources.ts'
import { toFile } from './to-file.ts'
import { pathsOfSchema, valuesByPath } from './testing/schema-paths.ts'
import { writeYaml } from './write-yaml.ts'

const example = readFileSync(new URL('testing/knockwire.yaml', import.meta.url), 'utf8')

const compileText = (text: string) => {
  const files = joinFiles({ name: 'knockwire.yaml', parsed: parseYaml(text) }, [])
  const { document } = replaceReferences(files.document, {
    env: () => undefined,
    readFile: (path) => (path === 'bodies/report.json' ? '{"report":1}' : null),
  })
  const compiled = compileFile(document, { nowMs: Date.UTC(2026, 0, 1) })
  return {
    ...compiled,
    at: allProblems(files, compiled.problems).map(
      ({ file, line, column, message }) => `${file}:${line}:${column} ${message}`,
    ),
  }
}

const task = (key: string, text: string) => {
  const { resources, at } = compileText(text)
  expect(at).toEqual([])
  const found = resources.find((resource) => resource.key === key)
  if (found?.kind !== 'task') throw new Error(`no task ${key}`)
  return found
}

describe('the example of a file', () => {
  it('compiles as it stands', () => {
    const { resources, problems, moved, removed, project } = compileText(example)
    expect(problems).toEqual([])
    expect(project).toBe('shop')
    expect(resources.map(({ kind, key }) => `${kind} ${key}`)).toEqual([
      'task shop-front',
      'task nightly-report',
      'task migration-reminder',
      'receiver orders',
    ])
    expect(moved).toEqual([{ kind: 'task', from: 'front-page', to: 'shop-front' }])
    expect(removed).toEqual([{ kind: 'receiver', key: 'legacy-hook', keep: true }])
  })

  it('has the defaults below each task: maps are merged, lists are replaced', () => {
    const front = task('shop-front', example)
    expect(front.labels).toEqual({ team: 'shop', tier: '1' })
    expect(front.state).toBe('ACTIVE')
    expect(front.request.target).toMatchObject({
      uri: 'https://shop.example/health?key=${secret:HEALTH_KEY}',
      method: 'GET',
      headers: [['User-Agent', 'shop-monitor/1']],
    })
    expect(task('migration-reminder', example)).toMatchObject({
      name: null,
      notifications: [],
      scheduler: { mode: 'ONE_TIME', intervalSecond: null, oneTimeModeEpochSecond: Date.UTC(2027, 0, 15, 8) / 1000 },
    })
    const report = task('nightly-report', example)
    expect(report.scheduler).toMatchObject({ mode: 'CUSTOM', expression: '30 2 * * 1-5', timezone: 'Europe/Berlin' })
    expect(report.request.target.headers).toEqual([
      ['Content-Type', 'application/json'],
      ['X-Trace', 'a'],
      ['X-Trace', 'b'],
    ])
    expect(report.request.target.body).toBe('{"report":1}')
    expect(report.request.target.basicAuth).toEqual({
      status: 'ENABLED',
      username: 'cron',
      password: '${secret:JOBS_PASSWORD}',
    })
  })

  it('turns each use of a channel into a notification', () => {
    const { notifications = [] } = task('shop-front', example)
    expect(notifications.map(({ key, type }) => [key, type])).toEqual([
      ['ops-http', 'HTTP'],
      ['down-for-long', 'SMS'],
      ['price-moved', 'SLACK'],
    ])
    const [http, sms, slack] = notifications
    const not200 = { source: 'response_code', property: '', comparison: 'number_not_equal_to', rightValue: 200 }
    expect(http?.condition).toEqual({ ...not200, advancedCondition: null })
    expect(http?.firing).toEqual({ mode: 'ON_START', afterInARow: 2, notifyOnRecovery: true, recoverAfterInARow: 1 })
    expect(http?.request?.target.headers).toEqual([
      ['Authorization', 'Bearer ${secret:ALERTS_TOKEN}'],
      ['Content-Type', 'application/json'],
    ])
    expect(http?.request?.target.body).toBe(
      '{ "task":{{ task.name | json }},"code":{{ response.code | json }},"link":{{ execution.url | json }} }',
    )
    expect(sms?.firing).toMatchObject({ mode: 'ON_START', afterInARow: 10 })
    expect(slack?.slackSetting).toEqual({
      channel: '#ops',
      messageTemplate: '*{{ task.name }}*: {{ condition.previousValue }} → {{ condition.value }}',
    })
    expect(slack?.condition.advancedCondition?.orOperands).toEqual([
      {
        andOperands: [
          { source: 'response_body_json', property: '$.items[0].price', comparison: 'has_changed', rightValue: null },
          { source: 'response_time', property: '', comparison: 'number_less_than', rightValue: 2000 },
        ],
      },
    ])
    expect(task('nightly-report', example).notifications?.[0]?.condition.advancedCondition?.orOperands).toHaveLength(2)
  })

  it('is about requests where a receiver uses a channel', () => {
    const orders = compileText(example).resources.find(({ key }) => key === 'orders')
    expect(orders).toMatchObject({
      kind: 'receiver',
      responseCode: 202,
      responseHeaders: { 'content-type': 'application/json' },
      expectation: null,
      notifications: [{ key: 'each-order', when: { kind: 'EACH_REQUEST' }, type: 'EMAIL' }],
    })
    expect(JSON.stringify(orders)).not.toContain('task.name')
  })
})

const minimal = `version: 1
project: shop
channels:
  mail: { type: email, to: a@shop.example }
tasks:
  front:
    schedule: { every: 1m }
    request: { url: https://shop.example/ }
`

describe('a file', () => {
  it.each([
    ['a field that there is none of', minimal.replace('every: 1m', 'evry: 1m'), '7:17 There is no field evry here.'],
    ['a key that is here twice', `${minimal}  front: {}\n`, '9:3 front is here twice.'],
    ['a key of capital letters', minimal.replace('front', 'Front'), /^6:3 A key begins with/],
    ['a tab', minimal.replace('    schedule', '\tschedule'), /^7:1 .*[Tt]ab/],
    [
      'two ways of a schedule',
      minimal.replace('1m }', '1m, cron: "* * * * *" }'),
      '7:5 Write one of every, cron and at.',
    ],
    ['no url', minimal.replace('url: https://shop.example/', 'method: GET'), '8:5 Write the url.'],
    ['a body without a method', minimal.replace('example/ }', 'example/, body: a }'), /^8:5 A request with a body/],
    ['a duration of another form', minimal.replace('1m', 'often'), /^7:17 Write a duration/],
    ['a channel that there is none of', `${minimal}    notify: [sms]\n`, '9:14 There is no channel sms.'],
    ['no condition', `${minimal}    notify: [mail]\n`, /^9:14 Write when the task notifies/],
    [
      'a source of receivers',
      `${minimal}    notify: [{ use: mail, when: { method: POST } }]\n`,
      /^9:35 The condition of a task has no method/,
    ],
    ['two sources', `${minimal}    notify: [{ use: mail, when: { status: 1, time: 1 } }]\n`, /^9:27 Name one source/],
    ['no number', `${minimal}    notify: [{ use: mail, when: { time: { gt: slow } } }]\n`, /^9:43 Write a number/],
    [
      'a time without an offset',
      minimal.replace('every: 1m', 'at: "2027-01-15T09:00:00"'),
      /^7:17 Write a time with an offset/,
    ],
    [
      'a number of too many digits',
      minimal.replace('every: 1m', 'every: 12345678901234567890'),
      /^7:24 12345678901234567890 has more digits/,
    ],
    ['a completion too soon', `${minimal}    completion: { within: 9s }\n`, '9:19 Enter at least 10 seconds.'],
    ['a deadline of missed times that is too short', minimal.replace('1m }', '1m, catchUpWithin: 59s }'), /^7:28 .*60/],
    ['a name that is too long', minimal.replace('front:', `front:\n    name: ${'x'.repeat(201)}`), /^7:5 /],
    ['another version', minimal.replace('version: 1', 'version: 2'), /^1:1 Must be 1/],
    ['no project', minimal.replace('project: shop\n', ''), /^1:1 Is required/],
    [
      'an interval that there is none of',
      minimal.replace('1m', '7m'),
      '7:17 Choose one of the intervals 1m, 5m, 10m, 30m, 1h, 1d, 1w.',
    ],
    ['a cron expression of no times', minimal.replace('every: 1m', 'cron: "0 0 31 2 *"'), /^7:17 No date ever matches/],
    ['an unreadable cron expression', minimal.replace('every: 1m', 'cron: "61 * * * *"'), /^7:17 /],
    [
      'a timezone that there is none of',
      minimal.replace('every: 1m', 'cron: "0 0 * * *", timezone: Europe/Berln'),
      '7:36 There is no timezone Europe/Berln.',
    ],
    [
      'a URL of another scheme',
      minimal.replace('https:', 'ftp:'),
      '8:16 Enter a URL starting with http:// or https://.',
    ],
    ['a URL that is none', minimal.replace('https://shop.example/', 'nonsense'), '8:16 This is not a valid URL.'],
    ['a condition without a path', `${minimal}    notify: [{ use: mail, when: { json: "$[", eq: 1 } }]\n`, /^9:\d+ /],
    [
      'a heartbeat of no times',
      `${minimal}receivers:\n  backup:\n    expect: { cron: "0 0 31 2 *" }\n`,
      /^11:15 No date ever/,
    ],
    ['two documents', `${minimal}---\na: 1\n`, /^9:\d+ A file has one document only/],
    ['an alias of nothing', `${minimal}    notify: *a\n`, /^9:13 /],
  ])('with %s says so with its line and column', (_what, text, expected) => {
    const { at } = compileText(text)
    expect(at).toHaveLength(1)
    const [message = ''] = at
    if (typeof expected === 'string') expect(message).toBe(`knockwire.yaml:${expected}`)
    else expect(message.replace('knockwire.yaml:', '')).toMatch(expected)
  })

  it('has all of its problems at once, of whichever kind, and none that follows from another', () => {
    const text = `version: 1
project: shop
colour: red
channels:
  mail: { type: email, to: a@shop.example, when: { status: 500 } }
  broken: { type: fax }
tasks:
  front:
    schedule: { every: 7m }
    request: { url: shop.example, method: FETCH }
  back:
    schedule: { every: 7m }
    schedule: { every: 5m }
    request: { url: nonsense }
    notify: [mail, broken, missing]
  bare: {}
receivers:
  backup: { expect: { every: 1d, cron: "* * * * *" }, notify: [{ use: mail, when: each-request, firing: {} }] }
`
    expect(
      compileText(text)
        .at.map((line) => line.replace('knockwire.yaml:', ''))
        .toSorted(),
    ).toEqual([
      expect.stringMatching(/^10:\d+ Must be one of/),
      expect.stringMatching(/^12:17 Choose one of the intervals/),
      expect.stringMatching(/^13:5 /),
      expect.stringMatching(/^14:16 This is not a valid URL/),
      expect.stringMatching(/^15:\d+ There is no channel missing/),
      expect.stringMatching(/^16:\d+ Write the request/),
      expect.stringMatching(/^16:\d+ Write the schedule/),
      expect.stringMatching(/^18:\d+ Write one of every, cron/),
      expect.stringMatching(/^18:\d+ A notification of each request has no firing/),
      expect.stringMatching(/^3:\d+ There is no field colour/),
      expect.stringMatching(/^6:\d+ Must be one of/),
    ])
  })

  it('of 1,000 tasks with one wrong has one problem, at its line', () => {
    const tasks = Array.from(
      { length: 1000 },
      (_, index) =>
        `  task-${index}:\n    schedule: { every: ${index === 700 ? 'never' : '5m'} }\n    request: { url: https://shop.example/${index} }\n`,
    )
    const { at, resources } = compileText(`version: 1\nproject: shop\ntasks:\n${tasks.join('')}`)
    expect(at).toEqual([expect.stringMatching(/^knockwire.yaml:2105:17 Write a duration/)])
    expect(resources).toEqual([])
  })

  it('may be JSON', () => {
    const json = JSON.stringify({
      version: 1,
      project: 'shop',
      tasks: { front: { schedule: { every: '1h' }, request: { url: 'https://shop.example/' } } },
    })
    expect(task('front', json).scheduler.intervalSecond).toBe(3600)
  })

  it('includes others, and a key stands in one of them', () => {
    const file = (name: string, text: string) => ({ name, parsed: parseYaml(text) })
    const joined = joinFiles(file('knockwire.yaml', minimal), [
      file('a.yaml', 'tasks:\n  back:\n    schedule: { every: x }\n    request: { url: https://shop.example/ }\n'),
      file('b.yaml', '\ntasks:\n  back: {}\nproject: other\n'),
      file('c.yaml', 'receivers:\n  back: {}\ntasks:\n  front: {}\n'),
    ])
    expect(joined.problems.map(({ file: name, line, message }) => `${name}:${line} ${message}`)).toEqual([
      'b.yaml:4 There is no field project in a file that is included.',
      'b.yaml:3 back is in a.yaml, too.',
      'c.yaml:4 front is in knockwire.yaml, too.',
    ])
    const { problems, resources } = compileFile(joined.document)
    expect(problems.map(joined.placed)).toEqual([
      { file: 'a.yaml', line: 3, column: 17, message: expect.stringContaining('duration') },
    ])
    expect(resources).toEqual([])
  })

  it('names what stands in the environment and in files', () => {
    const { document, problems } = replaceReferences(
      { a: ['${env:HOME}/x', '$${env:HOME} ${secret:A} $${HOME}'], b: '${file:key.pem}${env:NO}' },
      { env: (name) => ({ HOME: '/h' })[name], readFile: (path) => `<${path}>` },
    )
    expect(document).toEqual({ a: ['/h/x', '${env:HOME} ${secret:A} $${HOME}'], b: '<key.pem>' })
    expect(problems).toEqual([{ path: ['b'], message: 'The environment has no variable NO.' }])
  })
})

describe('the lines of one object', () => {
  it('have channels that are called by it, so that they stand for none of another file', () => {
    const lines = `version: 1
project: shop
channels:
  mail: { type: email, to: jo@shop.example, when: { status: 500 } }
  mail-2: { type: email, to: jo@shop.example, subject: Another, when: { status: 500 } }
tasks:
  front:
    schedule: { every: 1m }
    request: { url: https://shop.example/ }
    notify: [mail-2, { use: mail, key: m }, { use: mail-2, key: again }]
receivers:
  front:
    notify: [mail]
`
    const { resources } = compileText(lines)
    const file = toFile(resources, { project: 'shop', namesChannelsByUse: true })
    expect(Object.keys(file.channels ?? {})).toEqual(['front-mail-2', 'front-m'])
    expect(compileFile(JSON.parse(JSON.stringify(file))).resources).toEqual(resources)
  })
})

/** A stored password stays where a file has none: left out and kept are the same to apply. */
const withoutKeptPasswords = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutKeptPasswords)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([name, each]) => name !== 'password' || typeof each === 'string')
  return Object.fromEntries(entries.map(([name, each]) => [name, withoutKeptPasswords(each)]))
}

/** What no file writes: `id` names a notification or chart that was made by hand. */
const notOfFiles = new Set(['/notifications/*/id', '/charts/*/id'])
/** These have one value alone. */
const isConstant = (path: string) => /\/(?:secret|countryCode)$/.test(path)

describe('any resources', { timeout: fuzzTimeoutMs }, () => {
  it('have each field of a task and receiver that the API accepts, with different values', () => {
    const sample = fc.sample(randomResources, { numRuns: 300, seed: 1 }).flat()
    for (const schema of Resource.options) {
      const kind = schema.shape.kind.value
      const values = valuesByPath(sample.filter((resource) => resource.kind === kind))
      const expected = [...pathsOfSchema(schema)].filter((path) => path !== '/kind' && !notOfFiles.has(path))
      expect(expected).toEqual(expect.arrayContaining(['/labels', '/notifications/*/emailSetting/address']))
      const isVaried = (path: string) => (values.get(path)?.size ?? 0) > (isConstant(path) ? 0 : 1)
      expect(expected.filter((path) => !isVaried(path))).toEqual([])
    }
  })

  it('written to a file and compiled are the same', async () => {
    const same = fc.property(randomResources, (resources) => {
      const file = toFile(resources, { project: 'shop' })
      const { value, problems } = parseYaml(writeYaml(file))
      expect(problems).toEqual([])
      expect(value).toEqual(JSON.parse(JSON.stringify(file)))
      const { document } = replaceReferences(value, { env: () => 'wrong', readFile: () => 'wrong' })
      const compiled = compileFile(document)
      expect(compiled.problems).toEqual([])
      const byKind = resources.toSorted((a, b) => (a.kind === b.kind ? 0 : a.kind === 'task' ? -1 : 1))
      expect(new Map(compiled.resources.map((each) => [`${each.kind}/${each.key}`, each]))).toEqual(
        new Map(byKind.map((each) => [`${each.kind}/${each.key}`, withoutKeptPasswords(each)])),
      )
    })
    await fuzz(same, { runs: 300, share: 1 / 2 })
  })
})
