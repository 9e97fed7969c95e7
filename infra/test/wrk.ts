import { existsSync } from 'node:fs'
import { installPackage } from './apt.ts'

const places = ['/usr/bin/wrk', '/usr/local/bin/wrk', '/opt/homebrew/bin/wrk']

const find = () => places.find((path) => existsSync(path))

/** A sender for the receivers' tests; where there is none, the test that needs it is skipped. */
export const findWrk = async (): Promise<string | undefined> => {
  if (find() === undefined) await installPackage('wrk', 'the tests of receivers').catch(() => {})
  return find()
}
