import { Liquid } from 'liquidjs'
import type { ChannelDefinition } from '../channels/channel.ts'
import { channels } from '../channels/registry.ts'
import { channelTypes } from '../channels/settings.ts'
import { boundFilters, chargeOutput, templateBounds } from './bounds.ts'
import { captureUnescaped } from './captures.ts'
import { outputEscape, type TemplateTarget } from './escapes.ts'
import { registerJsonFilter } from './json-filter.ts'

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
