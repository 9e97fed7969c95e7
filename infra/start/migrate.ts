import { sourcePrograms } from './app-programs.ts'
import { runProgram } from '../process/run-program.ts'

/** Brings the database to this version. A program of the API's, since it is an operator's command as well. */
export const migrate = async (env: NodeJS.ProcessEnv, program = sourcePrograms.migrate): Promise<void> => {
  const args = ['--disable-warning=ExperimentalWarning', program, '--wait', '0']
  const { code, output } = await runProgram({ command: process.execPath, args, env })
  if (code !== 0) throw new Error(output.trim() || `The migration ended with code ${code}.`)
}
