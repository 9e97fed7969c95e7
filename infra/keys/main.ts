import { runOperatorCommand } from '../start/operator-command.ts'

await runOperatorCommand('apps/api/src/rotate-keys.ts')
