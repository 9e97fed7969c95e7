import { runOperatorCommand } from '../start/operator-command.ts'

await runOperatorCommand('apps/api/src/commands/rotate-keys.ts', process.argv.slice(2))
