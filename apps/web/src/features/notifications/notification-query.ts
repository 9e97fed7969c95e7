import type { PresetName } from '@knockwire/domain/conditions/presets'

export const presetParam = 'notify-preset'
export const sourceParam = 'notify-source'
export const propertyParam = 'notify-property'
export const valueParam = 'notify-value'

/** Longer values are no help to compare with. */
const longestValue = 200

/** The query of a task's page that begins a notification with a preset condition. */
export const presetQuery = (name: PresetName): string => new URLSearchParams({ [presetParam]: name }).toString()

/** Where a value stands in a body that is shown as a tree. */
export type BodySource = 'response_body_json' | 'response_body_html_element'

interface BodyValue {
  source: BodySource
  /** Its JSON path or CSS selector. */
  property: string
  /** As it stands in the body. */
  written: string
}

/** The query of a task's page that begins a notification about a value of a response's body. */
export function notificationQuery({ source, property, written }: BodyValue): string {
  const value = source === 'response_body_json' ? valueOf(written) : written
  const query = new URLSearchParams({ [sourceParam]: source, [propertyParam]: property })
  if (value.length <= longestValue) query.set(valueParam, value)
  return query.toString()
}

/** A string without its quotes, anything else as written. */
function valueOf(written: string): string {
  try {
    const value: unknown = JSON.parse(written)
    return typeof value === 'string' ? value : written
  } catch {
    return written
  }
}
