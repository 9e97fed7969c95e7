import type { Client } from './api/client.ts'
import type { Terminal } from './terminal/terminal.ts'
import type { Settings } from './settings.ts'

/** What a command works with: nothing is read from the process but here. */
export interface Cli {
  settings: Settings
  terminal: Terminal
  /** The folder that paths are read from. */
  cwd: string
  env: (name: string) => string | undefined
  /** Aborted when the user stops the program. */
  signal: AbortSignal
  /** Throws where no server or token is known. */
  client: () => Client
}

export interface Invocation {
  args: string[]
  options: Readonly<Record<string, string | boolean | string[] | undefined>>
}

/** Answers the exit code. */
export type Run = (cli: Cli, invocation: Invocation) => Promise<number>

/** A message for the user, who can do something about it: no stack is shown. */
export class UserError extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

export const textOption = ({ options }: Invocation, name: string): string | undefined => {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

export const listOption = ({ options }: Invocation, name: string): string[] => {
  const value = options[name]
  return Array.isArray(value) ? value : typeof value === 'string' ? [value] : []
}

export const neededArg = ({ args }: Invocation, index: number, name: string): string => {
  const value = args[index]
  if (value === undefined) throw new UserError(`Name the ${name}.`)
  return value
}
