import '@knockwire/db/drizzle-import-hook'

await import('./start.ts')
