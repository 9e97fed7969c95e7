import { roleLabels } from '@knockwire/domain/accounts/role-rules'
import { comparisonLabels } from '@knockwire/domain/conditions/comparing/comparisons'
import { sources } from '@knockwire/domain/conditions/sources/registry'
import { planNames, plans } from '@knockwire/domain/plans/plans'
import { exactTime } from '../../lib/format/format.ts'

const isOn = { true: 'On', false: 'Off' }

/** What a field is called where it is edited, and what its stored values are called there; those that are absent are shown as they are. */
interface FieldText {
  label: string
  values?: Readonly<Record<string, string>>
}

/** Of a request: a task's, or that of an HTTP notification. */
const requestFields: Record<string, FieldText> = {
  uri: { label: 'URL' },
  method: { label: 'Method' },
  headers: { label: 'Headers' },
  body: { label: 'Body' },
  followRedirect: { label: 'Follow redirects', values: isOn },
  allowInsecureCerts: { label: 'Allow insecure certificates', values: isOn },
  'basicAuth.status': { label: 'Basic authentication', values: { ENABLED: 'On', DISABLED: 'Off' } },
  'basicAuth.username': { label: 'Username' },
  'basicAuth.password': { label: 'Password' },
  'basicAuth.passwordSet': { label: 'Password', values: { true: 'Saved', false: 'None' } },
}

const schedulerFields: Record<string, FieldText> = {
  mode: { label: 'Schedule', values: { INTERVAL: 'Interval', CUSTOM: 'Cron', ONE_TIME: 'One time' } },
  intervalSecond: { label: 'Interval (seconds)' },
  expression: { label: 'Cron expression' },
  timezone: { label: 'Timezone' },
  oneTimeModeEpochSecond: { label: 'Date and time' },
  oneTimeModeTimezone: { label: 'Timezone of the date' },
  catchUp: {
    label: 'If executions are missed',
    values: { SKIP: 'Skip them', ONCE: 'Run once', ALL: 'Run all of them' },
  },
  catchUpSecond: { label: 'Unless they are older than (seconds)' },
}

const expectationFields: Record<string, FieldText> = {
  mode: {
    label: 'Expected calls',
    values: { EVERY: 'At an interval', CRON: 'At the times of a cron expression', LEARNED: 'As many as usual' },
  },
  everySeconds: { label: 'A call every (seconds)' },
  expression: { label: 'Cron expression' },
  timezone: { label: 'Timezone' },
  graceSeconds: { label: 'Grace time (seconds)' },
  maxRunSeconds: { label: 'Longest run (seconds)' },
  activeHours: { label: 'Only on some days and hours' },
  'activeHours.days': { label: 'Days (1 is Monday)' },
  'activeHours.from': { label: 'From' },
  'activeHours.until': { label: 'Until' },
  countsHead: { label: 'HEAD requests count as calls', values: isOn },
}

const sourceField: FieldText = {
  label: 'Source',
  values: Object.fromEntries(Object.entries(sources).map(([source, { label }]) => [source, label])),
}

const conditionFields: Record<string, FieldText> = {
  source: sourceField,
  property: { label: 'Property' },
  comparison: { label: 'Comparison', values: comparisonLabels },
  rightValue: { label: 'Value' },
  advancedCondition: { label: 'Conditions' },
  'advancedCondition.orOperands': { label: 'Conditions' },
}

const firingFields: Record<string, FieldText> = {
  mode: {
    label: 'When to notify',
    values: { EVERY_TIME: 'Every time the condition is met', ON_START: 'When the condition becomes true' },
  },
  notifyOnRecovery: { label: 'Also notify on recovery', values: isOn },
  notifyWhenLate: { label: 'Also notify when a call is late, or requests are late', values: isOn },
  afterInARow: { label: 'Notify after, in a row' },
  recoverAfterInARow: { label: 'Recovered after' },
}

const within = (path: string, fields: Record<string, FieldText>): Record<string, FieldText> =>
  Object.fromEntries(Object.entries(fields).map(([field, text]) => [`${path}.${field}`, text]))

/** By the dotted paths of the API. */
const fieldTexts: Record<string, FieldText> = {
  name: { label: 'Name' },
  ...within('request.target', requestFields),
  ...within('scheduler', schedulerFields),
  key: { label: 'Key' },
  description: { label: 'Description' },
  labels: { label: 'Labels' },
  state: { label: 'Status', values: { ACTIVE: 'Active', PAUSED: 'Paused' } },
  revision: { label: 'Revision' },
  managedBy: { label: 'Managed by the project' },
  completion: { label: 'An execution ends' },
  'completion.withinSeconds': { label: 'Reported within (seconds)' },
  responseCode: { label: 'Status code' },
  responseBody: { label: 'Response body' },
  'responseHeaders.content-type': { label: 'Response content type' },
  otherAddresses: { label: 'Addresses of another service' },
  expectation: { label: 'Expected calls' },
  ...within('expectation', expectationFields),
  'expectation.successCondition': { label: 'Successful only if' },
  ...within('expectation.successCondition', conditionFields),
  condition: { label: 'Condition' },
  ...within('condition', conditionFields),
  ...within('firing', firingFields),
  'when.kind': {
    label: 'Requests',
    values: {
      EACH_REQUEST: 'Each request',
      REQUEST: 'Requests that match',
      HEARTBEAT: 'Missing calls, or an unusual number of requests',
    },
  },
  'when.condition': { label: 'Condition' },
  ...within('when.condition', conditionFields),
  ...within('when', firingFields),
  'emailSetting.address': { label: 'Email address' },
  'emailSetting.subject': { label: 'Subject' },
  'emailSetting.template': { label: 'Message' },
  'smsSetting.countryCode': { label: 'Country code' },
  'smsSetting.phoneNumber': { label: 'Phone number' },
  'smsSetting.template': { label: 'Message' },
  'slackSetting.channelId': { label: 'Id of the Slack channel' },
  'slackSetting.channel': { label: 'Slack channel' },
  'slackSetting.teamName': { label: 'Slack workspace' },
  'slackSetting.messageTemplate': { label: 'Message' },
  source: sourceField,
  property: { label: 'Property' },
  copiedFrom: { label: 'Copied from' },
  uri: { label: 'URL' },
  role: { label: 'Role', values: roleLabels },
  invitedAddress: { label: 'Invited address' },
  apiToken: { label: 'API token' },
  scope: { label: 'Access', values: { READ: 'Read only', WRITE: 'Read and write' } },
  scopes: { label: 'Scopes' },
  project: { label: 'Project' },
  email: { label: 'Email' },
  firstName: { label: 'First name' },
  lastName: { label: 'Last name' },
  method: {
    label: 'Signed in by',
    values: { password: 'Password', passkey: 'Passkey', provider: 'Single sign-on' },
  },
  isAdvancedConditionEnabled: { label: 'Several conditions in one notification', values: isOn },
  taskListSortKey: { label: 'Order of tasks' },
  loanAmount: { label: 'Loan amount' },
  loanPurpose: { label: 'Loan purpose', values: { PURCHASE: 'Purchase', REFINANCE: 'Refinance' } },
  plan: { label: 'Plan', values: Object.fromEntries(planNames.map((name) => [name, plans[name].label])) },
  reason: { label: 'Reason' },
  banner: { label: 'Banner' },
  consecutiveFailures: { label: 'Failed executions in a row' },
}

/** A field by its name on the screens; one that has none there by that of the API. */
export const fieldLabel = (field: string): string => fieldTexts[field]?.label ?? field

/** A stored value as the screens show it; null where there is none. */
export function fieldValue(field: string, stored: string | null): string | null {
  if (stored === null || stored === '') return null
  if (field === 'scheduler.oneTimeModeEpochSecond') return exactTime(Number(stored) * 1000)
  return fieldTexts[field]?.values?.[stored] ?? stored
}
