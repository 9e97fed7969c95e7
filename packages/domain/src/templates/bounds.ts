import type { Context, Emitter, Liquid } from 'liquidjs'
import { shownText } from './escapes.ts'

/** What one rendering may cost. A received body of 1 MiB can be echoed, and passed through a filter or two. */
export const templateBounds = {
  templateLength: 262_144,
  renderMs: 200,
  /** Characters and elements made, output included. */
  memory: 6_000_000,
  outputLength: 2_097_152,
  /** Filters that sort, search and compare run without looking at the clock, so what they get is short. */
  listLength: 10_000,
} as const

/** Collects output and charges it, since the engine charges only what filters make. */
class ChargedEmitter implements Emitter {
  buffer = ''
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  write(value: unknown) {
    const text = shownText(value)
    this.#context.memoryLimit.use(text.length)
    this.buffer += text
  }
}

/** Makes all that templates write, also into a capture, count towards the memory limit. */
export function chargeOutput({ renderer }: Liquid) {
  const renderTemplates = renderer.renderTemplates.bind(renderer)
  renderer.renderTemplates = (templates, context, emitter) =>
    renderTemplates(templates, context, emitter ?? new ChargedEmitter(context))
}

/** Wraps every filter so that lists stay short on the way in and out, and the clock is looked at after each. */
export function boundFilters(engine: Liquid) {
  for (const [name, filter] of Object.entries(engine.filters)) {
    const handler = typeof filter === 'function' ? filter : filter.handler
    engine.registerFilter(name, function bounded(value: unknown, ...args: unknown[]) {
      refuseLongList(value)
      args.forEach(refuseLongList)
      const result: unknown = handler.call(this, value, ...args)
      refuseLongList(result)
      this.context.renderLimit.check(performance.now())
      return result
    })
  }
}

function refuseLongList(value: unknown) {
  if (Array.isArray(value) && value.length > templateBounds.listLength) {
    throw new RangeError(`a list has more than ${templateBounds.listLength} elements`)
  }
}
