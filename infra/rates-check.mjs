import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { launch } from './launch.mjs'

// pnpm and the launcher move to the repository; files are meant from where the command was called.
const from = process.env.INIT_CWD ?? process.cwd()
const fromThere = (argument) => (existsSync(resolve(from, argument)) ? resolve(from, argument) : argument)
process.argv = [...process.argv.slice(0, 2), ...process.argv.slice(2).map(fromThere)]

launch('../apps/executor/src/rates/commands/check.ts')
