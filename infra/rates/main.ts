import { runOperatorCommand } from '../start/operator-command.ts'

await runOperatorCommand('apps/executor/src/rates/commands/fetch.ts')
