import '@knockwire/db/drizzle-import-hook'

// Bundled, stack traces name lines of the sources all the same. In this thread alone: a sandbox has no memory for it.
process.setSourceMapsEnabled(true)
await import('./start.ts')
