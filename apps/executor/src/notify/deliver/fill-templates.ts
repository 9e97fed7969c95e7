import type { RenderJob } from '../../sandbox/jobs.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { SenderDependencies } from '@knockwire/services/channels/channel'

/** A delivery whose templates had no turn by then is tried again later, and its message does not wait in memory. */
const longestWaitMs = 15_000

/** Fills templates in where they can do no harm. Throws where nobody had time for it: that is no fault of the templates. */
export const fillTemplates =
  (sandbox: Sandbox): SenderDependencies['fill'] =>
  async ({ accountId, values }, templates) => {
    const job: RenderJob = { kind: 'render', templates: [...templates], values }
    const outcome = await sandbox.run(accountId, job, { maxWaitMs: longestWaitMs })
    if (outcome.kind === 'busy') throw new Error(outcome.reason)
    if (outcome.kind === 'stopped')
      return { kind: 'failed', reason: `The template was not filled in. ${outcome.reason}` }
    const texts: string[] = []
    for (const rendering of outcome.answer) {
      if (rendering.kind === 'failed') return rendering
      texts.push(rendering.text)
    }
    return { kind: 'filled', texts }
  }
