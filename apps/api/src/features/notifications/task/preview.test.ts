import type { executionDetails } from '@knockwire/db/schema/executions'
import { encryptSecretHeaders } from '@knockwire/services/secrets/stored-headers'
import type { Condition } from '@knockwire/domain/conditions/condition'
import { defaultCondition } from '@knockwire/domain/conditions/condition-rules'
import { shortExecutionPath } from '@knockwire/domain/executions/execution-path'
import type { HeaderList } from '@knockwire/domain/headers/header-list'
import type { PreviewField, PreviewView } from '@knockwire/domain/notifications/preview'
import { defaultTaskTemplates } from '@knockwire/domain/channels/templates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertRun } from '../../../testing/rows/insert-run.ts'
import { makeDraft, makeTask, post } from '../../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'

let test: TestApp
let ada: TestUser
let taskId: string
beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
})
afterAll(() => test.close())

type Templates = Partial<Record<PreviewField, string>>

const newTask = async () => (taskId = (await makeTask(ada, { name: 'Shop <front>' })).id)

const insertAnswer = (body: string, details: Partial<typeof executionDetails.$inferInsert> = {}, statusCode = 500) =>
  insertRun(
    test,
    { taskId, accountId: ada.accountId },
    {
      status: 'SUCCEEDED',
      statusCode,
      responseTimeMs: 123,
      details: {
        responseHeaders: [
          ['Content-Type', 'application/json'],
          ['ETag', '"7"'],
        ],
        responseBody: Buffer.from(body),
        ...details,
      },
    },
  )

const preview = async (templates: Templates, condition: Partial<Condition> = {}): Promise<PreviewView> => {
  const answer = await post(ada, '/notifications/preview', {
    taskId,
    condition: { ...defaultCondition, ...condition },
    templates,
  })
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
  return answer.json()
}

const textOf = async (template: string, condition: Partial<Condition> = {}) => {
  const { texts } = await preview({ smsTemplate: template }, condition)
  expect(texts.smsTemplate?.error).toBeNull()
  return texts.smsTemplate?.text
}

describe('of a task that has run', () => {
  it('[TN-58] shows the newest execution, every default template alike', async () => {
    await newTask()
    await insertAnswer('{"a":1}', {}, 200)
    const newest = await insertAnswer('{"a":2}')
    const {
      emailSubject,
      emailTemplate: emailBody,
      smsTemplate: sms,
      messageTemplate: slack,
      requestBody: httpBody,
    } = defaultTaskTemplates
    const { subjectId, texts } = await preview({
      emailSubject,
      emailTemplate: emailBody,
      smsTemplate: sms,
      messageTemplate: slack,
      requestBody: httpBody,
    })
    expect(subjectId).toBe(newest)
    const url = `http://127.0.0.1:3000/dashboard/tasks/${taskId}/executions/${newest}`
    expect(texts.emailSubject).toEqual({ text: '[Alert] Shop <front>: status code equals 200', error: null })
    expect(texts.emailTemplate?.text).toMatch(/^Status code equals 200\nURL: https:/)
    expect(texts.smsTemplate?.text).toBe(
      `[Alert] Shop <front>: status code equals 200 http://127.0.0.1:3000${shortExecutionPath(taskId, newest)}`,
    )
    expect(texts.messageTemplate?.text).toContain('*[Alert] Shop &lt;front&gt;*: status code equals 200\n')
    expect(JSON.parse(texts.requestBody?.text ?? '')).toEqual({
      task: 'Shop <front>',
      url: 'https://example.com/ping',
      condition: 'Status code equals 200',
      value: 500,
      execution: url,
    })
  })

  it('shows the task as it is typed, saved or not', async () => {
    await newTask()
    const templates = { emailSubject: '{{ task.name }} {{ task.url }}' }
    const input = { taskId, condition: defaultCondition, templates }
    const subjectOf = async (task: object) =>
      (await post(ada, '/notifications/preview', { ...input, task })).json<PreviewView>().texts.emailSubject?.text
    expect(await subjectOf({ name: 'Typed', uri: 'https://typed.example/' })).toBe('Typed https://typed.example/')
    expect(await subjectOf({ name: 'Typed' })).toBe('Typed https://example.com/ping')
    expect(await subjectOf({})).toBe('Shop <front> https://example.com/ping')
  })

  it('says whether the condition holds, and why', async () => {
    await newTask()
    await insertAnswer('{}')
    expect((await preview({}, { rightValue: 500 })).verdict).toEqual({
      kind: 'met',
      holds: true,
      reasons: ['Status code (500) equals 500'],
      reasonsMet: [true],
    })
    expect((await preview({}, { rightValue: '200' })).verdict).toMatchObject({ kind: 'unmet', holds: false })
  })

  it('decides no condition that could not be saved, and fills in the texts', async () => {
    await newTask()
    await insertAnswer('{}')
    const rejected = [
      { comparison: 'number_not_equal_to', rightValue: 'abc' },
      { comparison: 'number_equal_to', rightValue: '' },
      { source: 'response_body_text', comparison: 'string_contain', rightValue: '' },
      { source: 'response_body_json', comparison: 'has_changed', property: '$[' },
      { source: 'response_header', comparison: 'not_null', property: '' },
    ] as const
    for (const condition of rejected) {
      const { verdict, texts } = await preview({ smsTemplate: '{{ response.code }}' }, condition)
      expect([condition, verdict, texts.smsTemplate?.text]).toEqual([condition, null, '500'])
    }
  })

  it.each([
    ['response_header', 'etag', '"7"'],
    ['response_body_json', '$.items[1].price', '9.5'],
    ['response_body_json', '$.items', '[{"price":1},{"price":9.5}]'],
    ['response_body_text', '', '{"items":[{"price":1},{"price":9.5}]}'],
  ] as const)('reads the value of %s %s', async (source, property, value) => {
    await newTask()
    await insertAnswer('{"items":[{"price":1},{"price":9.5}]}')
    expect(await textOf('{{ condition.value }}', { source, property, comparison: 'not_null' })).toBe(value)
  })

  it('reads the value of an HTML element', async () => {
    await newTask()
    await insertAnswer('<p>one</p><p class="price"> 9.50 </p>')
    const element = { source: 'response_body_html_element', property: '.price', comparison: 'not_null' } as const
    expect(await textOf('{{ condition.value }}', element)).toBe('9.50')
  })

  it('knows what came before, for has_changed', async () => {
    await newTask()
    await insertAnswer('{"v":1}')
    const changed = { source: 'response_body_json', property: '$.v', comparison: 'has_changed' } as const
    expect((await preview({}, changed)).verdict).toMatchObject({ kind: 'unmet' })
    await insertAnswer('{"v":2}')
    expect((await preview({}, changed)).verdict).toMatchObject({ kind: 'met' })
    await insertAnswer('{"v":2}')
    expect((await preview({}, changed)).verdict).toMatchObject({ kind: 'unmet' })
    await insertAnswer('<h1>Unavailable</h1>')
    expect((await preview({}, changed)).verdict).toMatchObject({
      kind: 'invalid',
      holds: false,
      reasons: ['JSON body at $.v could not be read: The body is not JSON.'],
    })
    await insertAnswer('{"v":2}')
    expect((await preview({}, changed)).verdict).toMatchObject({ kind: 'unmet' })
  })

  it('says of which alternative each reason is', async () => {
    await newTask()
    await insertAnswer('{"v":1}')
    const operand = { source: 'response_body_json', property: '$.v', comparison: 'number_equal_to' } as const
    const code = { source: 'response_code', property: '', comparison: 'is_null', rightValue: null } as const
    const orOperands = [
      { andOperands: [code] },
      {
        andOperands: [
          { ...operand, rightValue: 1 },
          { ...operand, rightValue: 2 },
        ],
      },
    ]
    const { verdict, texts } = await preview(
      { smsTemplate: '{{ condition.description }}' },
      { advancedCondition: { orOperands } },
    )
    expect(verdict).toMatchObject({ holds: false, reasonsMet: [false, true, false], alternatives: [0, 1, 1] })
    expect(texts.smsTemplate?.text).toBe('No response, or JSON body at $.v equals 1 and JSON body at $.v equals 2')
  })

  it('shows the message of a failure', async () => {
    await newTask()
    const failed = { status: 'FAILED', errorCode: 'TIMEOUT', details: { errorMessage: 'No answer in 30 s.' } } as const
    await insertRun(test, { taskId, accountId: ada.accountId }, failed)
    expect(await textOf('{{ execution.status }} {{ execution.error }} [{{ response.code }}]')).toBe(
      'FAILED No answer in 30 s. []',
    )
  })

  it('shows a Slack message as it is sent: a value cannot mention anybody, the template can', async () => {
    await newTask()
    await insertAnswer('<!channel> & <https://evil.example|ok>')
    const { texts } = await preview({
      messageTemplate: '<!here> {{ response.body }}',
      smsTemplate: '{{ response.body }}',
    })
    expect(texts.messageTemplate?.text).toBe('<!here> &lt;!channel&gt; &amp; &lt;https://evil.example|ok&gt;')
    expect(texts.smsTemplate?.text).toBe('<!channel> & <https://evil.example|ok>')
  })

  it('masks secret headers in the texts, and decides the condition on what they are', async () => {
    await newTask()
    const secret: HeaderList = [
      ['Set-Cookie', 'session=open-sesame'],
      ['ETag', '7'],
      ['set-cookie', 'theme=dark'],
    ]
    await insertAnswer('{}', { responseHeaders: encryptSecretHeaders(secret, test.context.secrets) })
    const { texts, verdict } = await preview(
      { smsTemplate: '{{ response.headers["set-cookie"] }} {{ response.headers.etag }}' },
      { source: 'response_header', property: 'Set-Cookie', comparison: 'string_contain', rightValue: 'theme=dark' },
    )
    expect(texts.smsTemplate?.text).toBe('********, ******** 7')
    expect(verdict?.kind).toBe('met')
  })

  it('passes over an execution that has not ended', async () => {
    await newTask()
    const ended = await insertAnswer('{}')
    await insertRun(test, { taskId, accountId: ada.accountId }, { status: 'RUNNING' })
    expect((await preview({})).subjectId).toBe(ended)
  })
})

describe('of a draft that has never run', () => {
  const answer = '{{ execution.status }} {{ response.code }} {{ response.time }} {{ response.body }}'

  it('its own name, URL and condition, and examples that meet it', async () => {
    taskId = await makeDraft(ada)
    const { subjectId, verdict, texts } = await preview({
      smsTemplate:
        '{{ task.name }} {{ task.url }} {{ condition.description }} {{ condition.value }} {{ response.code }}',
    })
    expect([subjectId, verdict]).toEqual([null, null])
    expect(texts.smsTemplate?.text).toBe('http:// http:// Status code equals 200 200 200')
  })

  it.each([
    [{ source: 'response_time', comparison: 'number_greater_than', rightValue: 5_000 }, '5001', 'SUCCEEDED 200 5001'],
    [{ source: 'response_body_text', comparison: 'string_contain', rightValue: 'sold' }, 'sold', '200 123 sold'],
    [{ source: 'response_code', comparison: 'is_null', rightValue: null }, '', 'FAILED   '],
  ] as const)('where the condition is %o', async (condition, value, text) => {
    taskId = await makeDraft(ada)
    expect(await textOf('{{ condition.value }}', condition)).toBe(value)
    expect(await textOf(answer, condition)).toContain(text)
  })
})

it('a preview says what is wrong with a template, and shows the others', async () => {
  await newTask()
  await insertAnswer('{}')
  const { texts } = await preview({ emailSubject: 'Fine', emailTemplate: 'a\n{% if %}' })
  expect(texts.emailSubject).toEqual({ text: 'Fine', error: null })
  expect(texts.emailTemplate?.text).toBeNull()
  expect(texts.emailTemplate?.error).toMatch(/^Line 2: .+\.$/)
})

it('a preview shows no more than is read', async () => {
  await newTask()
  await insertAnswer('x'.repeat(30_000))
  const text = await textOf('{{ response.body }}')
  expect(text).toBe(`${'x'.repeat(20_000)}…`)
})

describe('of what is made to be costly', () => {
  const html = { source: 'response_body_html_element' } as const
  const slowTemplate = '{% for i in (1..9999) %}{% for j in (1..9999) %}{% assign x = j %}{% endfor %}{% endfor %}'

  it.each([
    ['a template without an end', { smsTemplate: slowTemplate }, '{}', {}],
    ['a path that explodes', {}, `${'{"a":'.repeat(99)}1${'}'.repeat(99)}`, { property: '$..*..*..*..*' }],
    ['JSON that is too deep', {}, '['.repeat(100_000), { property: '$' }],
    ['a selector that takes seconds', {}, '<i></i>'.repeat(49_000), { ...html, property: 'i:not(:gt(5)) ~ b' }],
    ['HTML that is too deep', {}, '<div>'.repeat(100_000), { ...html, property: 'div' }],
  ] as const)('%s: it says so, and the next preview is made', async (_what, templates, body, condition) => {
    await newTask()
    await insertAnswer(body)
    const costly = await preview(templates, { source: 'response_body_json', comparison: 'not_null', ...condition })
    const said = [...(costly.verdict?.reasons ?? []), costly.texts.smsTemplate?.error]
    expect(said.join()).toMatch(/took too long|takes too long|nested|more than|at most|too /i)
    expect(await textOf('{{ response.code }}')).toBe('500')
  })

  it('of many at once of one account some are rejected, and another account gets its own', async () => {
    await newTask()
    const bob = await test.signUp('Bob')
    const { id: bobsTaskId } = await makeTask(bob)
    const body = { taskId, condition: defaultCondition, templates: { smsTemplate: slowTemplate } }
    const [many, bobs] = await Promise.all([
      Promise.all(Array.from({ length: 8 }, () => post(ada, '/notifications/preview', body))),
      post(bob, '/notifications/preview', { ...body, taskId: bobsTaskId, templates: { smsTemplate: 'Hello' } }),
    ])
    const statuses = many.map(({ statusCode }) => statusCode)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    expect(bobs.json<PreviewView>().texts.smsTemplate?.text).toBe('Hello')
  })
})
