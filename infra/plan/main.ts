import { runOperatorCommand } from '../start/operator-command.ts'

await runOperatorCommand('apps/api/src/commands/set-plan.ts', process.argv.slice(2))
