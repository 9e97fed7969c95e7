import { type Context, type Emitter, Liquid } from 'liquidjs'
import type { ChannelDefinition } from '../channels/channel.ts'
import { channels } from '../channels/registry.ts'
import { channelTypes } from '../channels/channel-types.ts'
import { registerCutFilters } from './cut-filters.ts'
import { captureUnescaped, outputEscape, shownText, type TemplateTarget } from './escapes.ts'
import { registerIntegerFilters } from './integer-filters.ts'
import { registerJsonFilter } from './json-filter.ts'

/** What one rendering may cost. A received body of 1 MiB can be echoed, and passed through a filter or two. */
export const templateBounds = {
  templateLength: 262_144,
  /** Processor time in milliseconds, of the machine that `machineSlowness` compares with. */
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
function chargeOutput({ renderer }: Liquid) {
  const renderTemplates = renderer.renderTemplates.bind(renderer)
  renderer.renderTemplates = (templates, context, emitter) =>
    renderTemplates(templates, context, emitter ?? new ChargedEmitter(context))
}

/** Wraps every filter so that lists stay short on the way in and out, and the clock is looked at after each. */
function boundFilters(engine: Liquid) {
  for (const [name, filter] of Object.entries(engine.filters)) {
    const handler = typeof filter === 'function' ? filter : filter.handler
    engine.registerFilter(name, function bounded(value: unknown, ...args: unknown[]) {
      rejectLongList(value)
      args.forEach(rejectLongList)
      const result: unknown = handler.call(this, value, ...args)
      rejectLongList(result)
      this.context.renderLimit.check(performance.now())
      return result
    })
  }
}

function rejectLongList(value: unknown) {
  if (Array.isArray(value) && value.length > templateBounds.listLength) {
    throw new RangeError(`a list has more than ${templateBounds.listLength} elements`)
  }
}

/** They read files, of which there are none. */
const tagsLeftOut = ['include', 'render', 'layout', 'block']

/** `raw` undoes escaping; `sample` is chance; the others are second names for what templates already have. */
const filtersLeftOut = ['raw', 'sample', 'jsonify', 'inspect']

function createEngine(escapeValue: ChannelDefinition['escapeValue']): Liquid {
  const engine = new Liquid({
    ownPropertyOnly: true,
    strictFilters: true,
    parseLimit: templateBounds.templateLength,
    renderLimit: templateBounds.renderMs,
    memoryLimit: templateBounds.memory,
    outputEscape: outputEscape(escapeValue),
    timezoneOffset: 0,
    locale: 'en-US',
    templates: {},
  })
  for (const tag of tagsLeftOut) delete engine.tags[tag]
  for (const filter of filtersLeftOut) engine.unregisterFilter(filter)
  registerJsonFilter(engine)
  registerCutFilters(engine)
  registerIntegerFilters(engine)
  boundFilters(engine)
  captureUnescaped(engine)
  chargeOutput(engine)
  return engine
}

const plain = createEngine(null)

const engineFor = ({ escapeValue }: ChannelDefinition) => (escapeValue === null ? plain : createEngine(escapeValue))

export const engines = Object.fromEntries([
  ['text', plain],
  ...channelTypes.map((type) => [type, engineFor(channels[type])] as const),
]) as Readonly<Record<TemplateTarget, Liquid>>
