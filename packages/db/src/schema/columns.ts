import { customType, timestamp } from 'drizzle-orm/pg-core'

/** A moment, kept to the millisecond that the product shows and compares. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })
