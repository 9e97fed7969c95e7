import '@knockwire/db/lean-loading'

await import('./start.ts')
