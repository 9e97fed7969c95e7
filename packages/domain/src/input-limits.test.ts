import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { UpdateProfileInput, UpdateSettingsInput } from './accounts/account.ts'
import { CreateApiTokenInput } from './accounts/api-token.ts'
import { EmailAddress, SignInInput, SignUpInput } from './accounts/credentials.ts'
import { AddPasskeyInput, WebAuthnJson, WebAuthnOptions } from './accounts/passkey.ts'
import { ChangePasswordInput, ConfirmInput } from './accounts/security.ts'
import { AddCardInput } from './billing/billing.ts'
import { EmailSetting } from './channels/email/email-setting.ts'
import { SlackSettingInput } from './channels/slack/slack-setting.ts'
import { SmsSetting } from './channels/sms/sms-setting.ts'
import { ChartView, CreateChartInput, UpdateChartInput } from './charts/chart.ts'
import { Condition } from './conditions/condition.ts'
import { taskHistoryFilters } from './history/filters.ts'
import { historyQuery } from './history/history.ts'
import { RunJob } from './jobs.ts'
import { Firing } from './notifications/firing.ts'
import { defaultFiring } from './notifications/firing-rules.ts'
import { PreviewNotificationInput } from './notifications/preview.ts'
import { pageQuery } from './page.ts'
import { ReceivedRequestRow, SaveReceiverInput } from './receivers/receiver.ts'
import { RequestTargetInput } from './requests/request-target.ts'
import { SchedulerInput } from './schedules/scheduler.ts'
import { SeriesQuery, SeriesView } from './series/series.ts'
import { TaskHealth } from './tasks/task-health.ts'
import { SaveTaskInput, TaskListQuery } from './tasks/task.ts'
import { Version } from './versions.ts'

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success
const history = { ...historyQuery(10), ...taskHistoryFilters }
const basicAuth = RequestTargetInput.shape.basicAuth.unwrap().shape
const task = PreviewNotificationInput.shape.task.unwrap().shape

describe('a text of an input', () => {
  it.each<[string, z.ZodType, number, number]>([
    ["a new account's first name", SignUpInput.shape.firstName, 0, 100],
    ["a new account's last name", SignUpInput.shape.lastName, 0, 100],
    ["an account's first name", UpdateProfileInput.shape.firstName, 0, 100],
    ["an account's last name", UpdateProfileInput.shape.lastName, 0, 100],
    ["an API token's name", CreateApiTokenInput.shape.name, 1, 100],
    ["a passkey's name", AddPasskeyInput.shape.name, 1, 100],
    ["a new bookmark's name", CreateChartInput.shape.name, 1, 100],
    ["a bookmark's name", UpdateChartInput.shape.name, 1, 100],
    ["a task's name", SaveTaskInput.shape.name, 0, 200],
    ["a receiver's name", SaveReceiverInput.shape.name, 1, 200],
    ["a previewed task's name", task.name.unwrap(), 0, 200],
  ])('is taken without the spaces around it: %s', (_, schema, min, max) => {
    expect(schema.parse(`  ${'x'.repeat(max)}\n`)).toBe('x'.repeat(max))
    expect(accepts(schema, 'x'.repeat(max + 1))).toBe(false)
    expect(accepts(schema, ' ')).toBe(min === 0)
  })

  it.each<[string, z.ZodType, number, number]>([
    ['a new password', SignUpInput.shape.password, 8, 128],
    ['a changed password', ChangePasswordInput.shape.newPassword, 8, 128],
    ['a password to sign in with', SignInInput.shape.password, 1, 1024],
    ['a password to confirm with', ConfirmInput.shape.password, 1, 1024],
    ['the password before a change', ChangePasswordInput.shape.currentPassword, 1, 1024],
    ["a notification's email address", EmailSetting.shape.address, 0, 254],
    ["an email's subject", EmailSetting.shape.subject, 0, 500],
    ["an email's text", EmailSetting.shape.template, 0, 20_000],
    ["a text message's number", SmsSetting.shape.phoneNumber, 0, 32],
    ["a text message's text", SmsSetting.shape.template, 0, 20_000],
    ["a Slack message's text", SlackSettingInput.shape.messageTemplate, 0, 20_000],
    ['what a bookmark plots', CreateChartInput.shape.property, 0, 512],
    ['what a chart plots', SeriesQuery.shape.property, 0, 512],
    ['what a condition reads', Condition.shape.property, 0, 512],
    ['what a condition compares with', Condition.shape.rightValue, 0, 8192],
    ['a search for tasks', TaskListQuery.shape.search, 0, 200],
    ['a search in a history', history.text, 1, 200],
    ['the first row of a page', history.pageTopObject, 0, 100],
    ["a request's URL", RequestTargetInput.shape.uri, 0, 2048],
    ["a request's body", RequestTargetInput.shape.body, 0, 262_144],
    ["a request's user name", basicAuth.username, 0, 256],
    ["a request's password", basicAuth.password, 0, 1024],
    ["a previewed task's URL", task.uri.unwrap(), 0, 2048],
    ["a receiver's answer", SaveReceiverInput.shape.responseBody, 0, 262_144],
    ["a received request's target", ReceivedRequestRow.shape.target, 0, 500],
    ['a cron expression', SchedulerInput.shape.expression, 0, 256],
    ["a schedule's time zone", SchedulerInput.shape.timezone, 0, 64],
    ["a one-time schedule's time zone", SchedulerInput.shape.oneTimeModeTimezone, 0, 64],
    ["a passkey's id", WebAuthnJson.shape.id, 0, 2000],
  ])('has its limits, and its spaces stay: %s', (_, schema, min, max) => {
    const longest = ` ${'x'.repeat(max - 1)}`
    // Only a URL is completed: `http://` is put before it.
    const read = schema.safeParse(max === 2048 ? `http://${'x'.repeat(max - 7)}` : longest)
    expect(read.data).toBe(max === 2048 ? `http://${'x'.repeat(max - 7)}` : longest)
    expect(accepts(schema, 'x'.repeat(max + 1))).toBe(false)
    expect(accepts(schema, 'x'.repeat(min))).toBe(true)
    expect(min === 0 || !accepts(schema, 'x'.repeat(min - 1))).toBe(true)
  })

  it('is an email address up to 254 characters, in lower case', () => {
    const address = (length: number) =>
      `Ada@${'x'.repeat(60)}.${'x'.repeat(60)}.${'x'.repeat(60)}.${'x'.repeat(length - 191)}.Com`
    expect(EmailAddress.parse(` ${address(254)} `)).toBe(address(254).toLowerCase())
    expect(accepts(EmailAddress, address(255))).toBe(false)
  })

  it.each(['xtok_a', 'tok_', 'tok_a-', 'tok_a b', `tok_${'x'.repeat(101)}`])('is no card token: %s', (cardTokenId) => {
    expect(accepts(AddCardInput, { cardTokenId })).toBe(false)
    expect(accepts(AddCardInput, { cardTokenId: `tok_${'x'.repeat(100)}` })).toBe(true)
  })
})

describe('a number of an input', () => {
  const query = pageQuery(10)
  it.each<[string, z.ZodType, number, number]>([
    ['the page of a list', query.page, 0, 100_000],
    ['the size of a page', query.size, 1, 100],
    ["a receiver's code", SaveReceiverInput.shape.responseCode, 200, 599],
    ['matches in a row', Firing.shape.afterInARow, 1, 100],
    ['recoveries in a row', Firing.shape.recoverAfterInARow, 1, 100],
    ['the seconds between runs', SchedulerInput.shape.intervalSecond, 1, 2_147_483_647],
    ['the second of a one-time run', SchedulerInput.shape.oneTimeModeEpochSecond, 0, 253_402_300_799],
  ])('is whole and within its bounds: %s', (_, schema, min, max) => {
    expect([min - 1, min, min + 0.5, max, max + 1].map((value) => accepts(schema, value))).toEqual([
      false,
      true,
      false,
      true,
      false,
    ])
  })

  it.each<[string, z.ZodType]>([
    ["a task's uptime", TaskHealth.shape.uptimePercent],
    ["a chart's uptime", SeriesView.shape.uptimePercent],
  ])('is a percentage: %s', (_, schema) => {
    expect([-0.1, 0, 99.9, 100, 100.1, null].map((value) => accepts(schema, value))).toEqual([
      false,
      true,
      true,
      true,
      false,
      true,
    ])
  })

  it('is a version from 1 on', () => {
    expect([0, 1, 1.5].map((value) => accepts(Version, value))).toEqual([false, true, false])
  })
})

describe('a list of an input', () => {
  const operand = { source: 'response_code', comparison: 'number_equal_to', rightValue: 200 }
  const headers = (count: number) => Array.from({ length: count }, () => ['X-A', '1'])
  const ids = (count: number) => Array.from({ length: count }, () => '0190a2c0-0000-7000-8000-000000000001')
  const alternatives = (count: number, operands: number) => ({
    orOperands: Array.from({ length: count }, () => ({ andOperands: Array.from({ length: operands }, () => operand) })),
  })

  it.each<[string, z.ZodType, (count: number) => unknown, number]>([
    ["a condition's alternatives", Condition.shape.advancedCondition, (count) => alternatives(count, 1), 10],
    ["an alternative's comparisons", Condition.shape.advancedCondition, (count) => alternatives(1, count), 100],
    ["a request's headers", RequestTargetInput.shape.headers, headers, 50],
  ])('has its limit: %s', (_, schema, listOf, max) => {
    expect([0, max, max + 1].map((count) => accepts(schema, listOf(count)))).toEqual([true, true, false])
  })

  it("has at least one execution in a run's job", () => {
    expect([0, 1].map((count) => accepts(RunJob.shape.executionIds, ids(count)))).toEqual([false, true])
  })

  it('is written as an object, too, where it holds headers', () => {
    expect(RequestTargetInput.shape.headers.parse({ 'X-A': '1', 'X-B': '' })).toEqual([
      ['X-A', '1'],
      ['X-B', ''],
    ])
  })
})

describe('what is left out of an input', () => {
  it('has its value', () => {
    expect(SignUpInput.parse({ email: 'ada@example.com', password: 'long enough' })).toMatchObject({
      firstName: '',
      lastName: '',
    })
    expect(CreateApiTokenInput.parse({ name: 'CI' })).toEqual({
      name: 'CI',
      scope: 'READ',
      scopes: null,
      project: null,
      expiresAt: null,
    })
    expect(CreateChartInput.parse({ name: 'Time', source: 'response_time' }).property).toBe('')
    expect(SeriesQuery.parse({})).toEqual({ range: '24h', source: 'response_time', property: '' })
    expect(TaskListQuery.parse({})).toEqual({ page: 0, size: 10, sortKey: 'createdAt', search: '', without: [] })
    expect(SaveReceiverInput.parse({ name: 'Orders' })).toEqual({
      name: 'Orders',
      responseCode: 200,
      responseBody: '',
      responseHeaders: { 'content-type': 'text/plain' },
    })
    expect(SaveTaskInput.parse({ scheduler: { mode: 'INTERVAL' }, request: { target: { uri: 'a.example' } } })).toEqual(
      {
        name: null,
        scheduler: {
          mode: 'INTERVAL',
          intervalSecond: null,
          expression: null,
          timezone: null,
          oneTimeModeEpochSecond: null,
          oneTimeModeTimezone: null,
        },
        request: {
          target: {
            uri: 'https://a.example',
            method: 'GET',
            headers: [],
            body: null,
            followRedirect: true,
            allowInsecureCerts: false,
            basicAuth: { status: 'DISABLED', username: '' },
          },
        },
      },
    )
    expect(Condition.parse({ source: 'response_code', comparison: 'has_changed' })).toEqual({
      source: 'response_code',
      property: '',
      comparison: 'has_changed',
      rightValue: null,
      advancedCondition: null,
    })
    expect(Firing.parse({})).toEqual(defaultFiring)
  })

  it('is not all of the settings', () => {
    expect(accepts(UpdateSettingsInput, {})).toBe(false)
    expect(accepts(UpdateSettingsInput, { taskListSortKey: undefined })).toBe(false)
    expect(accepts(UpdateSettingsInput, { taskListSortKey: 'name' })).toBe(true)
    expect(accepts(UpdateSettingsInput, { isAdvancedConditionEnabled: false })).toBe(true)
  })

  it('is nothing that a browser says about a passkey', () => {
    const credential = { id: 'a', rawId: 'a', response: {} }
    expect(WebAuthnJson.parse({ ...credential, type: 'public-key' })).toEqual({ ...credential, type: 'public-key' })
    expect(accepts(WebAuthnJson, { id: 'a', rawId: 'a' })).toBe(false)
    expect(accepts(WebAuthnOptions, {})).toBe(false)
  })
})

it('a bookmark offers no text of the body', () => {
  expect(ChartView.shape.source.options).toEqual(['response_time', 'response_code', 'response_body_json'])
})
