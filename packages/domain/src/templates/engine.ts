import { Liquid } from 'liquidjs'
import { boundFilters, chargeOutput, templateBounds } from './bounds.ts'
import { captureUnescaped } from './captures.ts'
import { escapeFor, type TemplateTarget } from './escapes.ts'
import { registerJsonFilter } from './json-filter.ts'

/** They read files, of which there are none. */
const tagsLeftOut = ['include', 'render', 'layout', 'block']

/** `raw` undoes escaping; `sample` is chance; the others are second names for what templates already have. */
const filtersLeftOut = ['raw', 'sample', 'jsonify', 'inspect']

function createEngine(target: TemplateTarget): Liquid {
  const engine = new Liquid({
    ownPropertyOnly: true,
    strictFilters: true,
    parseLimit: templateBounds.templateLength,
    renderLimit: templateBounds.renderMs,
    memoryLimit: templateBounds.memory,
    outputEscape: escapeFor(target),
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

export const engines: Readonly<Record<TemplateTarget, Liquid>> = {
  text: createEngine('text'),
  slack: createEngine('slack'),
}
