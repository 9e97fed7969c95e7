import { describe, expect, it } from 'vitest'
import { checkTemplate } from './check-template.ts'
import { channels } from '../channels/registry.ts'
import { defaultReceiverTemplates, defaultTaskTemplates } from '../channels/templates.ts'
import { segmentsOf } from '../channels/sms/sms-segments.ts'
import { shortExecutionPath } from '../executions/execution-path.ts'
import { shortReceiverPath } from '../receivers/short-path.ts'
import { messageStates } from '../notifications/alert-words.ts'
import { renderTemplate } from './render-template.ts'
import { responseVariables, exampleValues, headerVariables, receiverVariables, taskVariables } from './variables.ts'

describe('checkTemplate', () => {
  it.each([
    'plain text',
    '',
    '{{ task.name }}',
    '{{ response.headers.etag }} {{ response.headers["x-id"] }}',
    '{% assign a = response.body | json: "$.items" %}{% for item in a %}{{ item.name }}{% endfor %}',
    '{% if execution.error %}{{ execution.error }}{% endif %}',
    '{{ "now" | date: "%Y" }}',
    '{{ response }}',
    '{{ response.body.size }}',
    '{{ response.body.first }}{{ response.body.last }}',
  ])('takes %s', (text) => expect(checkTemplate(text, taskVariables)).toBeNull())

  it.each([
    ['{{ tsk.name }}', 'There is no variable tsk.name.'],
    ['{{ task.nme }}', 'There is no variable task.nme.'],
    ['{{ nothing }}', 'There is no variable nothing.'],
    ['{% if response.status == 200 %}x{% endif %}', 'There is no variable response.status.'],
    ['{{ request.body }}', 'There is no variable request.body.'],
    [
      '{{ response.body.order.id }}',
      'response.body is text. To read a part of JSON, use {{ response.body | json: "$.order.id" }}.',
    ],
    [
      '{{ response.body.items[0].price }}',
      'response.body is text. To read a part of JSON, use {{ response.body | json: "$.items[0].price" }}.',
    ],
    ['{{ task.name | shout }}', 'Line 1: undefined filter: shout.'],
    ['a\n{% for %}', /^Line 2: /],
    ['{{ response.body | json: "$[" }}', /^Line 1: Invalid JSON path: /],
    ['{% for i in (1..999999999) %}x{% endfor %}', 'The template produces too much text.'],
  ])('rejects %s', (text, message) => expect(checkTemplate(text, taskVariables)).toMatch(message))

  it('knows what each kind of template may use', () => {
    expect(checkTemplate('{{ request.query.id }}', responseVariables)).toBeNull()
    expect(checkTemplate('{{ request.query.id }}', receiverVariables)).toBe('There is no variable request.query.')
    expect(checkTemplate('{{ receiver.detailUrl }}', receiverVariables)).toBeNull()
    const withinText = 'request.body is text. To read a part of JSON, use {{ request.body | json: "$.id" }}.'
    expect(checkTemplate('{{ request.body.id }}', receiverVariables)).toBe(withinText)
    expect(checkTemplate('{{ request.body.id }}', responseVariables)).toBe(withinText)
  })
})

describe('variables', () => {
  it.each([
    ['tasks', taskVariables],
    ['receivers', receiverVariables],
    ['answers', responseVariables],
  ])('of %s are described, and can be used as they are inserted', (_, variables) => {
    expect(new Set(variables.map(({ name }) => name)).size).toBe(variables.length)
    for (const { name, description } of variables) {
      expect(description).not.toBe('')
      expect(checkTemplate(`{{ ${name} }}`, variables)).toBeNull()
    }
  })

  it('joins headers of one name in lower case', () => {
    expect(
      headerVariables([
        ['X-A', '1'],
        ['x-a', '2'],
        ['__proto__', 'p'],
      ]),
    ).toEqual(
      Object.fromEntries([
        ['x-a', '1, 2'],
        ['__proto__', 'p'],
      ]),
    )
  })
})

describe('default templates', () => {
  const task = exampleValues(taskVariables)
  const receiver = exampleValues(receiverVariables)
  const text = (template: string, values: object) => {
    const rendering = renderTemplate(template, values)
    return rendering.kind === 'rendered' ? rendering.text : rendering.reason
  }

  it.each(Object.entries(defaultTaskTemplates))('[TN-58] of tasks pass the check: %s', (_, template) => {
    expect(checkTemplate(template, taskVariables)).toBeNull()
  })

  it.each(Object.entries(defaultReceiverTemplates))('[RN-16] of receivers pass the check: %s', (_, template) => {
    expect(checkTemplate(template, receiverVariables)).toBeNull()
  })

  it.each(
    (['receiverAlert', 'receiverHeartbeat'] as const).flatMap((name) =>
      Object.values(channels).flatMap((channel) => Object.entries<string>(channel.defaultTemplates[name])),
    ),
  )('of receivers’ alerts pass the check: %s', (_, template) => {
    expect(checkTemplate(template, receiverVariables)).toBeNull()
  })

  it('[TN-58] use task name, URL, condition, value and execution link', () => {
    const mail = text(defaultTaskTemplates.emailTemplate, withValue(250))
    for (const part of [
      'https://shop.example/health',
      'Status code does not equal 200',
      'Value: 250',
      '/executions/2',
    ]) {
      expect(mail).toContain(part)
    }
    expect(text(defaultTaskTemplates.emailSubject, task)).toBe('[Down] Shop front: 500 (expected 200)')
    expect(text(defaultTaskTemplates.messageTemplate, task)).toBe(
      '*[Down] Shop front*: 500 (expected 200)\nhttps://shop.example/health\n' +
        'https://knockwire.example/dashboard/tasks/1/executions/2',
    )
    expect(text(defaultTaskTemplates.smsTemplate, task)).toMatch(/^\[Down\] Shop front: 500 \(expected 200\) https:/)
    expect(text(defaultTaskTemplates.smsTemplate, task).length).toBeLessThanOrEqual(160)
  })

  it('[TN-58] make one text message, however long the names are, with the link of a server whose origin has 32 characters', () => {
    const link = shortExecutionPath('ffffffff-ffff-ffff-ffff-ffffffffffff', 'ffffffff-ffff-ffff-ffff-ffffffffffff')
    const longest = {
      ...task,
      task: { name: 'A name of a task'.repeat(10), url: 'u' },
      execution: { shortUrl: `https://knockwire-eu.example.com${link}` },
    }
    for (const state of messageStates) {
      const message = text(defaultTaskTemplates.smsTemplate, {
        ...longest,
        alert: { state, summary: 'JSON body at $.price changed from 105 to 110, which is long' },
      })
      expect(message).toContain(longest.execution.shortUrl)
      expect(segmentsOf(message)).toEqual({ encoding: 'GSM-7', segments: 1 })
    }
  })

  it.each(['receiver', 'receiverAlert', 'receiverHeartbeat'] as const)(
    'make one text message of a receiver, however long its name is: %s',
    (name) => {
      const id = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
      const shortUrl = `https://knockwire-eu.example.com${shortReceiverPath(id, id)}`
      const values = {
        receiver: { name: 'A name of a receiver'.repeat(10), shortUrl },
        request: { method: 'POST' },
        response: { code: 204 },
        alert: { state: 'Recovered', summary: 'JSON body at $.price changed from 105 to 110, which is long' },
      }
      const message = text(channels.SMS.defaultTemplates[name].smsTemplate, values)
      expect(message).toContain(shortUrl)
      expect(segmentsOf(message)).toEqual({ encoding: 'GSM-7', segments: 1 })
    },
  )

  it.each(['receiver', 'receiverAlert', 'receiverHeartbeat'] as const)(
    'make JSON of any values for an HTTP notification of a receiver: %s',
    (name) => {
      const odd = 'A "quoted"\nname \\ <b>'
      const values = {
        ...exampleValues(receiverVariables),
        receiver: { name: odd, url: 'u', detailUrl: 'd' },
        request: { method: 'POST', body: odd },
        condition: { description: odd, value: null },
      }
      expect(JSON.parse(text(channels.HTTP.defaultTemplates[name].requestBody, values))).toMatchObject({
        receiver: odd,
      })
    },
  )

  const withValue = (value: unknown, previousValue: unknown = null) => ({
    ...task,
    condition: { ...task['condition'], value, previousValue },
  })

  it('[TN-58] say why no response came', () => {
    const failed = { ...task, execution: { url: 'u', shortUrl: 's', status: 'FAILED', error: 'No such host.' } }
    expect(text(defaultTaskTemplates.messageTemplate, failed)).toMatch(/^.*: 500 \(expected 200\) \(No such host\.\)\n/)
  })

  it.each([
    ['the status code', 500, null],
    ['the response time', 123, null],
    ['nothing', null, null],
    ['what changed', 110, 105],
  ])('[TN-58] leave a value to the facts of a mail that is %s', (_what, value, previousValue) => {
    expect(text(defaultTaskTemplates.emailTemplate, withValue(value, previousValue))).toBe(
      'Status code does not equal 200\nURL: https://shop.example/health\n\n' +
        'Open this execution: https://knockwire.example/dashboard/tasks/1/executions/2\n',
    )
  })

  it.each([
    [false, 'false'],
    [0, '0'],
    [[], '[]'],
  ])('[TN-58] have the value %j', (value, shown) => {
    expect(text(defaultTaskTemplates.emailTemplate, withValue(value))).toContain(`\nValue: ${shown}\nURL: `)
  })

  it('[TN-58] make JSON for HTTP, whatever the values hold', () => {
    const nasty = {
      ...task,
      task: { name: 'a"b\n</script>', url: 'u' },
      condition: { description: '\\', value: [1, null] },
    }
    expect(JSON.parse(text(defaultTaskTemplates.requestBody, nasty))).toMatchObject({
      task: 'a"b\n</script>',
      value: [1, null],
    })
  })

  it('[RN-16] use receiver name, request body, status code and body, and the link', () => {
    const mail = text(defaultReceiverTemplates.emailTemplate, receiver)
    for (const part of ['"status":"down"', 'Response 200:\nOK', '/dashboard/receivers/1']) {
      expect(mail).toContain(part)
    }
    expect(text(defaultReceiverTemplates.messageTemplate, receiver)).toContain('*Deployments*')
  })
})
