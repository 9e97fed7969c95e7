import type { Run } from '../cli.ts'
import { forgetCredentials } from '../settings.ts'

export const run: Run = async ({ settings, terminal }) => {
  forgetCredentials(settings.credentialsFile)
  terminal.print('The address and the token are forgotten. The token itself is revoked in the dashboard.')
  return 0
}
