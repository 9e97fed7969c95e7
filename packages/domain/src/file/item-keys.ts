import { slug, uniqueKeys } from './parts/slugs.ts'

/** A notification or chart as a definition shows it. */
export interface DefinedItem {
  id?: string | undefined
  key: string | null
  name?: string | undefined
  type?: string | undefined
}

interface WithItems {
  notifications: DefinedItem[]
  charts?: DefinedItem[] | undefined
}

function keyed(items: readonly DefinedItem[]): DefinedItem[] {
  const unique = uniqueKeys(items.flatMap(({ key }) => key ?? []))
  return items.map((item) =>
    item.key === null ? { ...item, key: unique(slug(item.name ?? item.type ?? '', 'item')) } : item,
  )
}

/** Notifications and charts, of which those without a key get one of what they are called. */
export const withItemKeys = ({ notifications, charts }: WithItems): WithItems => ({
  notifications: keyed(notifications),
  ...(charts && { charts: keyed(charts) }),
})

/** Whether it was made by hand, or something of it. */
export const needsKeys = ({ key, notifications, charts = [] }: WithItems & { key: string | null }): boolean =>
  key === null || [...notifications, ...charts].some((item) => item.key === null)
