import { existsSync } from 'node:fs'
import { runProgram } from '../process/run-program.ts'

/** Debian and its kin, as root: the one place where a program can be had without asking. */
const canInstall = () => process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get')

/** Installs a package of Debian's where that can be done without asking; throws with what apt said where it fails. */
export const installPackage = async (name: string, purpose: string): Promise<void> => {
  if (!canInstall()) return
  console.log(`Installing ${name} for ${purpose} (apt-get install ${name}).`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) => runProgram({ command: 'apt-get', args, env })
  await apt('update')
  const { code, output } = await apt('install', '-y', '--no-install-recommends', name)
  if (code !== 0) throw new Error(`${name} could not be installed:\n${output}`)
}
