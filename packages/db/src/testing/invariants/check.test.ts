import { describe, expect, it } from 'vitest'
import type { FaultRecord, RecordedExecution, ScheduleChange } from './record.ts'
import { check } from './check.ts'

const start = Date.UTC(2026, 0, 5)
const at = (seconds: number) => start + seconds * 1000

const active = (change: Partial<ScheduleChange> = {}): ScheduleChange => ({
  taskId: 'task',
  atMs: at(0),
  status: 'ACTIVE',
  mode: 'INTERVAL',
  anchorMs: at(0),
  intervalMs: 10_000,
  onceMs: null,
  expression: null,
  timezone: null,
  catchUp: 'ONCE',
  ...change,
})
const disabled = (seconds: number) => active({ atMs: at(seconds), status: 'DISABLED' })

const run = (seconds: number, changes: Partial<RecordedExecution> = {}): RecordedExecution => ({
  id: `run ${seconds}`,
  taskId: 'task',
  trigger: 'SCHEDULE',
  method: 'POST',
  status: 'SUCCEEDED',
  errorCode: null,
  statusCode: 200,
  scheduledForMs: at(seconds),
  createdAtMs: at(seconds) - 700,
  ...changes,
})
const callOf = ({ id, method, scheduledForMs, statusCode }: RecordedExecution) => ({
  executionId: id,
  method,
  atMs: scheduledForMs,
  answered: statusCode,
})
const endsOf = (executions: readonly RecordedExecution[]) =>
  executions
    .filter(({ status }) => status === 'SUCCEEDED' || status === 'FAILED')
    .map(({ id, status }) => ({ executionId: id, status }))
const webhook = {
  delivery: {
    id: 'delivery',
    notificationId: 'rule',
    subjectId: 'run 20',
    type: 'HTTP',
    status: 'DELIVERED',
    attempts: 1,
    nextAttemptAtMs: null,
  },
  hook: { webhookId: 'delivery', subjectId: 'run 20', atMs: at(20), answered: 204 },
}

/** A run of half a minute in which everything went well. */
const good = (): FaultRecord => {
  const executions = [run(0), run(10), run(20, { statusCode: 500 }), run(30)]
  return {
    endMs: at(35),
    stoppedFromMs: null,
    changes: [active()],
    missed: [],
    executions,
    ends: endsOf(executions),
    calls: executions.map(callOf),
    hooks: [webhook.hook],
    deliveries: [webhook.delivery],
    notified: [{ ownerId: 'task', notificationId: 'rule' }],
    sent: [
      { key: 'taken', outcome: 'acknowledged' },
      { key: 'refused', outcome: 'refused' },
      { key: 'cut off', outcome: 'unknown' },
    ],
    requests: [{ id: 'request', receiverId: 'receiver', key: 'taken', body: 'taken' }],
    operations: [{ taskId: 'task', kind: 'rename', name: 'New', outcome: 'done' }],
    tasks: [{ taskId: 'task', name: 'New', status: 'ACTIVE', disabledReason: null }],
    counts: [{ what: 'emails', counted: 3, found: 3 }],
    caughtUpMs: 0,
    faults: [],
    ended: [],
  }
}
const fault = (fromSeconds: number, toSeconds: number) => ({
  what: 'executor-1 kill',
  fromMs: at(fromSeconds),
  toMs: at(toSeconds),
})
const kindsOf = (changes: Partial<FaultRecord>, taskOf?: ReadonlyMap<string, string>) =>
  check({ ...good(), ...(changes.executions && { ends: endsOf(changes.executions) }), ...changes }, taskOf).map(
    ({ kind }) => kind,
  )
const replaced = (changed: RecordedExecution) =>
  good().executions.map((execution) => (execution.id === changed.id ? changed : execution))

describe('the checker of invariants finds', () => {
  it('nothing in a run that went well', () => {
    expect(check(good())).toEqual([])
  })

  it.each<[string, Partial<FaultRecord>, string[]]>([
    [
      'a due time without an execution',
      { executions: [run(0), run(20, { statusCode: 500 }), run(30)] },
      ['missing-run', 'no-end', 'unrecorded-call'],
    ],
    [
      'a first time without one',
      { executions: good().executions.slice(1) },
      ['missing-run', 'no-end', 'unrecorded-call'],
    ],
    ['a schedule that is not claimed any more', { endMs: at(300) }, ['missing-run']],
    [
      'two executions of one time',
      { executions: [...good().executions, run(30, { id: 'twice' })] },
      ['duplicate-run', 'two-ends', 'unseen-call'],
    ],
    [
      'an execution at a time of no schedule',
      { executions: [...good().executions, run(33)], calls: [...good().calls, callOf(run(33))] },
      ['undemanded-run'],
    ],
    ['an execution after its task was disabled', { changes: [active(), disabled(22)] }, ['undemanded-run']],
    [
      'an execution of a deleted task',
      { changes: [active(), active({ atMs: at(33), status: 'DELETED' })] },
      ['left-over', 'left-over', 'left-over', 'left-over'],
    ],
    ['a run that never ends', { executions: replaced(run(30, { status: 'RUNNING' })) }, ['stuck-run']],
    [
      'a call of POST made twice',
      { calls: [...good().calls, callOf(run(30))], faults: [fault(29, 31)] },
      ['repeated-call'],
    ],
    ['a success that the target never saw', { calls: good().calls.slice(1) }, ['unseen-call']],
    ['a result that the target did not give', { executions: replaced(run(30, { statusCode: 404 })) }, ['wrong-result']],
    [
      'a safe call given up as interrupted',
      {
        executions: replaced(run(30, { method: 'GET', status: 'FAILED', errorCode: 'INTERRUPTED' })),
        faults: [fault(29, 31)],
      },
      ['wrongly-interrupted'],
    ],
    [
      'an interruption without a fault',
      { executions: replaced(run(30, { status: 'FAILED', errorCode: 'INTERRUPTED' })) },
      ['unexplained-interruption'],
    ],
    [
      'an error of the product itself',
      { executions: replaced(run(30, { status: 'FAILED', errorCode: 'INTERNAL' })) },
      ['internal-error'],
    ],
    ['a call that nothing is recorded of', { calls: [...good().calls, callOf(run(99))] }, ['unrecorded-call']],
    ['an acknowledged request that is lost', { requests: [] }, ['lost-request']],
    ['a request recorded twice', { requests: [...good().requests, ...good().requests] }, ['duplicate-request']],
    [
      'a refused request that is recorded',
      { requests: [...good().requests, { id: 'other', receiverId: 'receiver', key: 'refused', body: 'refused' }] },
      ['refused-and-recorded'],
    ],
    [
      'a request with another body',
      { requests: good().requests.map((one) => ({ ...one, body: 'tak' })) },
      ['changed-request'],
    ],
    ['a request that nobody sent', { sent: good().sent.slice(1) }, ['unsent-request']],
    ['a condition that held and notified nobody', { deliveries: [], hooks: [] }, ['missing-delivery']],
    ['a delivery without a condition that held', { notified: [] }, ['undemanded-delivery']],
    ['a delivery recorded and never made', { hooks: [] }, ['undelivered']],
    [
      'a delivery that nobody tries any more',
      { deliveries: [{ ...webhook.delivery, status: 'PENDING' }] },
      ['stuck-delivery'],
    ],
    [
      'a webhook-id used for another execution',
      { hooks: [webhook.hook, { ...webhook.hook, subjectId: 'run 0' }], faults: [fault(19, 21)] },
      ['changed-webhook-id'],
    ],
    [
      'another webhook-id on a repeat',
      { hooks: [webhook.hook, { ...webhook.hook, webhookId: 'other' }] },
      ['unrecorded-delivery'],
    ],
    ['a second delivery without a fault', { hooks: [webhook.hook, webhook.hook] }, ['unexplained-second-delivery']],
    [
      'a change that was acknowledged and lost',
      { tasks: good().tasks.map((task) => ({ ...task, name: 'Old' })) },
      ['lost-change'],
    ],
    ['a count that is wrong', { counts: [{ what: 'emails', counted: 4, found: 3 }] }, ['wrong-count']],
    ['a process that exited unexpectedly', { ended: ['executor-1: 1'] }, ['process-ended']],
  ])('%s', (_what, changes, kinds) => {
    expect(kindsOf(changes)).toEqual(kinds)
  })

  it('a safe call that is repeated without a fault, and none where there was one', () => {
    const executions = replaced(run(30, { method: 'GET' }))
    const calls = [...good().calls, callOf(run(30))]
    expect(kindsOf({ executions, calls })).toEqual(['unexplained-repeat'])
    expect(kindsOf({ executions, calls, faults: [fault(29, 31)] })).toEqual([])
  })

  it('an interruption by a fault after the call, before its result was recorded', () => {
    const executions = replaced(run(30, { status: 'FAILED', errorCode: 'INTERRUPTED' }))
    expect(kindsOf({ executions, faults: [fault(31, 33)] })).toEqual([])
    expect(kindsOf({ executions, faults: [fault(61, 63)] })).toEqual(['unexplained-interruption'])
  })

  it('no fault in times that were over when the run before them was claimed', () => {
    const executions = [run(0), run(10, { createdAtMs: at(25) }), run(30)]
    const missed = [
      {
        taskId: 'task',
        reason: 'BUSY',
        fromMs: at(20),
        toMs: at(20),
        runs: 1,
        isAtLeast: false,
        notedAtMs: at(25),
        runningExecutionId: null,
      },
    ]
    expect(kindsOf({ executions, missed, calls: executions.map(callOf), deliveries: [], hooks: [] })).toEqual([])
  })

  it('no fault in calls and deliveries of executions that were deleted with their task', () => {
    const changes = [active(), active({ atMs: at(33), status: 'DELETED' })]
    const taskOf = new Map(good().executions.map(({ id }) => [id, 'task']))
    const tasks = { operations: [], tasks: [] }
    expect(kindsOf({ changes, executions: [], deliveries: [], ...tasks }, taskOf)).toEqual([])
  })
})
