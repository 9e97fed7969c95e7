import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { ChannelTools } from '../channel.ts'

/** Fills templates in where they can do no harm. Throws where nobody had time for it: that is no fault of the templates. */
export const fillTemplates =
  (sandbox: Sandbox): ChannelTools['fill'] =>
  async ({ accountId, values }, templates) => {
    const outcome = await sandbox.run(accountId, { kind: 'render', templates: [...templates], values })
    if (outcome.kind === 'gave-up' && outcome.cause === 'busy') throw new Error(outcome.reason)
    if (outcome.kind === 'gave-up')
      return { kind: 'failed', reason: `The template was not filled in. ${outcome.reason}` }
    const texts: string[] = []
    for (const rendering of outcome.answer) {
      if (rendering.kind === 'failed') return rendering
      texts.push(rendering.text)
    }
    return { kind: 'filled', texts }
  }
