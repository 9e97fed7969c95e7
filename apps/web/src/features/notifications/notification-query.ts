export const propertyParam = 'notify-property'
export const valueParam = 'notify-value'

/** Longer values are no help to compare with. */
const longestValue = 200

/** The query of a task's page that begins a notification about a value of its JSON body, by its path. */
export function notificationQuery(path: string, written: string): string {
  const value = valueOf(written)
  const query = new URLSearchParams({ [propertyParam]: path })
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
