import type { Liquid } from 'liquidjs'
import { beginningOf } from '../text/shorten.ts'
import { shownText } from './escapes.ts'

const standardLength = 50
const standardEnd = '...'

/** Liquid's own cuts an emoji in half. */
export function registerCutFilters(engine: Liquid) {
  engine.registerFilter('truncate', function truncate(value: unknown, length = standardLength, end = standardEnd) {
    const text = shownText(value)
    this.context.memoryLimit.use(text.length)
    const maxLength = Number(length)
    if (Number.isNaN(maxLength) || text.length <= maxLength) return text
    const mark = shownText(end)
    return `${beginningOf(text, Math.max(0, maxLength - mark.length))}${mark}`
  })
}
