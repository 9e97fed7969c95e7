import { runOperatorCommand } from '../start/operator-command.ts'

await runOperatorCommand('apps/api/src/commands/operate.ts', process.argv.slice(2))
