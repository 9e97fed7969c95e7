import { startTraceCollector } from '@knockwire/services/testing/trace-collector'
import { rootSpanIdOf, traceIdOf } from '@knockwire/services/tracing/tracing'
import { afterAll, expect, it } from 'vitest'
import { type BusySandbox, makeBusy } from '../testing/busy-sandbox.ts'
import { json, openWatchedTasks } from '../testing/watched-tasks.ts'

const collector = await startTraceCollector()
afterAll(collector.close)
let busy: BusySandbox
const { makeTask } = await openWatchedTasks({
  settings: { tracing: { url: `${collector.origin}/v1/traces`, ratio: 1 } },
  wrapSandbox: (sandbox) => (busy = makeBusy(sandbox)),
})

it('conditions that are decided after the run was recorded are in its trace', async () => {
  const task = await makeTask()
  await task.watch({
    source: 'response_body_json',
    property: '$.up',
    comparison: 'boolean_is_true',
    rightValue: null,
  })
  task.answer(json({ up: true }))
  busy.setBusy(true)
  const { id = '' } = (await task.run()) ?? {}
  busy.setBusy(false)
  const evaluations = () =>
    collector.spans.filter(({ name, traceId }) => name === 'evaluate conditions' && traceId === traceIdOf(id))
  // Once it was found that no turn would come, and once there was one.
  await expect.poll(() => evaluations().length).toBe(2)
  const run = collector.spans.find(({ name, traceId }) => name === 'run' && traceId === traceIdOf(id))
  for (const { parentSpanId, attributes } of evaluations()) {
    expect(parentSpanId).toBe(rootSpanIdOf(id))
    expect(attributes).toMatchObject({ 'knockwire.execution.id': id, 'knockwire.task.id': task.taskId })
  }
  expect(Math.max(...evaluations().map((span) => span.endTimeUnixNano))).toBeGreaterThan(
    run?.endTimeUnixNano ?? Infinity,
  )
})
