import { commands, globalOptions } from './commands.ts'

/** For the site, which shows every command with its options. */
process.stdout.write(JSON.stringify({ commands, globalOptions }))
