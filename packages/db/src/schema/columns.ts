import { customType, timestamp as pgTimestamp } from 'drizzle-orm/pg-core'

/** A time, kept to the millisecond that the product shows and compares. */
export const timestamp = (name: string) => pgTimestamp(name, { withTimezone: true, mode: 'date', precision: 3 })

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

/** The same, or that it never comes. */
export const timestampOrNever = customType<{ data: Date | 'infinity'; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  fromDriver: (value) => (value === 'infinity' ? value : new Date(value)),
  toDriver: (value) => (value === 'infinity' ? value : value.toISOString()),
})
