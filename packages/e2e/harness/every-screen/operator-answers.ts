import type { AuditPage } from '@knockwire/domain/audit/audit-event'
import type {
  OperatorAccountPage,
  OperatorOverview,
  OperatorUserPage,
  ReportedErrorList,
} from '@knockwire/domain/operator/operator'

const id = (last: number) => `01900000-0000-7000-8000-00000000000${last}`
export const at = '2026-11-20T09:30:00.000Z'
export const longReason =
  'It sent thousands of calls to endpoints of others, whose owners complained to us about each of them.'

export const overview: OperatorOverview = {
  version: '1.4.0',
  state: { banner: 'Maintenance tonight at 22:00.', callsPausedAt: null },
  counts: {
    users: 1204,
    accounts: 1187,
    suspendedAccounts: 2,
    tasks: 5310,
    receivers: 611,
    databaseBytes: 9_876_543_210,
  },
  work: {
    executors: 0,
    oldestDueSeconds: 184,
    deliveriesWaiting: 31,
    oldestDeliverySeconds: 95,
    mailsWaiting: 0,
    oldestMailSeconds: 0,
    runsLastHour: 20_311,
    failedRunsLastHour: 127,
  },
  channels: [
    { type: 'EMAIL', delivered: 412, failed: 0, lastError: null },
    { type: 'HTTP', delivered: 91, failed: 12, lastError: 'https://hooks.example.com/knockwire answered 503.' },
  ],
  settings: [
    { name: 'ENCRYPTION_KEY', value: null, isSecret: true },
    { name: 'OPERATORS', value: 'olga@example.com', isSecret: false },
    { name: 'PORT', value: '3000', isSecret: false },
    { name: 'RATES_REFRESH_INTERVAL_OF_ALL_SOURCES', value: null, isSecret: false },
  ],
}

const acme: OperatorAccountPage['results'][number] = {
  id: id(1),
  name: 'Acme',
  plan: 'BUSINESS',
  createdAt: at,
  suspended: null,
  members: [
    { userId: id(2), email: 'grace@example.com', role: 'OWNER' },
    { userId: id(3), email: 'a-person-with-a-long-address@mail.engineering.example.com', role: 'VIEWER' },
  ],
  taskCount: 14,
  activeTaskCount: 9,
  receiverCount: 1,
  storedBytes: 48_300_000,
  lastSeenAt: at,
}
export const accounts: OperatorAccountPage = {
  results: [
    acme,
    { ...acme, id: id(4), name: 'Globex', plan: 'FREE', suspended: { at, reason: longReason }, lastSeenAt: null },
  ],
  total: 61,
  page: 0,
}

const grace: OperatorUserPage['results'][number] = {
  id: id(2),
  email: 'grace@example.com',
  name: 'Grace Hopper',
  isConfirmed: true,
  hasPassword: true,
  createdAt: at,
  lastSeenAt: at,
  sessionCount: 3,
  accounts: [{ id: id(1), name: 'Acme', role: 'OWNER' }],
}
export const users: OperatorUserPage = {
  results: [
    grace,
    { ...grace, id: id(3), email: 'hal@example.com', name: '', isConfirmed: false, lastSeenAt: null, sessionCount: 0 },
  ],
  total: 2,
  page: 0,
}

export const errors: ReportedErrorList = {
  results: [
    {
      id: 'a1',
      source: 'BROWSER',
      name: 'TypeError',
      message: 'Cannot read properties of undefined (reading "results")',
      place: '/dashboard/tasks/:taskId/executions',
      frames: ['at render (assets/history.js:1:2041)', 'at commit (assets/react.js:1:90113)'],
      build: '6dcb09b',
      count: 12,
      firstAt: at,
      lastAt: at,
    },
  ],
}

export const activity: AuditPage = {
  results: [
    {
      id: id(5),
      at,
      action: 'account.suspended',
      actor: {
        kind: 'OPERATOR',
        userId: id(6),
        email: 'olga@example.com',
        tokenId: null,
        tokenName: null,
        address: null,
      },
      object: { type: 'ACCOUNT', id: id(4), name: 'Globex' },
      changes: [{ field: 'reason', before: null, after: longReason, isSecret: false }],
      subjectId: null,
      requestId: null,
    },
  ],
  next: null,
  people: [],
}
