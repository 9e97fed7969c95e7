import { UpdateProfileInput, UpdateSettingsInput } from '@knockwire/domain/accounts/account'
import { UpdateChartInput } from '@knockwire/domain/charts/chart'
import { comparisons } from '@knockwire/domain/conditions/comparing/comparisons'
import { sources } from '@knockwire/domain/conditions/sources/registry'
import { expectationModes } from '@knockwire/domain/heartbeats/heartbeat-rules'
import { NotificationView, ReceiverNotificationView } from '@knockwire/domain/notifications/notification'
import { LoanInput } from '@knockwire/domain/rates/loan'
import { SaveReceiverInput } from '@knockwire/domain/receivers/receiver'
import { SaveTaskInput } from '@knockwire/domain/tasks/task'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { fieldLabel, fieldValue } from './field-texts.ts'

interface JsonSchema {
  properties?: Record<string, JsonSchema>
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
}

/** The dotted paths of what a schema's objects consist of, as the audit log names changed fields: lists are wholes. */
function pathsOf(schema: JsonSchema, path = ''): string[] {
  const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  if (schema.properties === undefined && branches.length === 0) return [path]
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
    pathsOf(inner, path === '' ? name : `${path}.${name}`),
  )
  return [...own, ...branches.flatMap((branch) => pathsOf(branch, path))]
}

const schemas = {
  SaveTaskInput,
  SaveReceiverInput,
  NotificationView,
  ReceiverNotificationView,
  UpdateChartInput,
  UpdateSettingsInput,
  UpdateProfileInput,
  LoanInput,
}

/** What no save changes, or only together with the object: it is never among the changed fields. */
const unchanging = new Set([
  'version',
  'status',
  'id',
  'type',
  'taskId',
  'receiverId',
  'recipient',
  'mute',
  'mute.until',
  'createdAt',
])

it.each(Object.entries(schemas))('each field of %s has a name that people know', (_name, schema) => {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const paths = [...new Set(pathsOf(described))].filter((path) => !unchanging.has(path))
  expect(paths.length).toBeGreaterThan(1)
  expect(paths.filter((path) => fieldLabel(path) === path)).toEqual([])
})

/** Recorded by events that change no object of a schema. */
const others = ['consecutiveFailures', 'managedBy', 'scopes', 'project', 'apiToken', 'invitedAddress', 'copiedFrom']
it.each(others)('the field %s has a name that people know', (field) => expect(fieldLabel(field)).not.toBe(field))

it.each([
  ['expectation.mode', expectationModes],
  ['expectation.successCondition.source', Object.keys(sources)],
  ['expectation.successCondition.comparison', comparisons],
  ['when.kind', ReceiverNotificationView.shape.when.options.map(({ shape }) => shape.kind.value)],
  ['scheduler.mode', SaveTaskInput.shape.scheduler.shape.mode.options],
])('each choice of %s is shown in words', (field, choices) => {
  expect(choices.length).toBeGreaterThan(1)
  expect(choices.filter((choice) => fieldValue(field, choice) === choice)).toEqual([])
})

it('a choice is shown in the words of its form, a time as one, and anything else as it is stored', () => {
  expect(fieldValue('role', 'EDITOR')).toBe('Editor')
  expect(fieldValue('request.target.followRedirect', 'false')).toBe('Off')
  expect(fieldValue('name', 'true')).toBe('true')
  expect(fieldValue('scheduler.oneTimeModeEpochSecond', '1764400000')).toContain('2025')
  expect(fieldValue('name', '')).toBeNull()
  expect([fieldLabel('somethingNew'), fieldValue('somethingNew', 'x')]).toEqual(['somethingNew', 'x'])
})
