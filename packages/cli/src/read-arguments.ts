import { parseArgs } from 'node:util'
import { UserError } from './cli.ts'
import { type CommandHelp, commands, globalOptions } from './help/commands.ts'

export interface Arguments {
  /** Null where none is named. */
  command: CommandHelp | null
  /** The first word of commands of two, where help for all of them is asked for. */
  group?: string
  args: string[]
  options: Record<string, string | boolean | string[] | undefined>
}

/** A command of two words is tried first. */
const findCommand = (words: readonly string[]): CommandHelp | undefined =>
  commands.find(({ name }) => name === words.slice(0, 2).join(' ')) ?? commands.find(({ name }) => name === words[0])

const similarTo = (word: string): string => {
  const near = commands.filter(({ name }) => name.startsWith(word.slice(0, 2)))
  return near.length === 0
    ? 'knockwire --help lists them.'
    : `Did you mean ${near.map(({ name }) => name).join(' or ')}?`
}

export function readArguments(argv: readonly string[]): Arguments {
  const words = argv.slice(0, argv.findIndex((each) => each.startsWith('-')) >>> 0)
  const command = findCommand(words)
  if (command === undefined && words[0] !== undefined) {
    const group = commands.filter(({ name }) => name.startsWith(`${words[0]} `))
    if (group.length > 0 && words.length === 1 && argv.slice(1).some((each) => each === '--help' || each === '-h'))
      return { command: null, group: words[0], args: [], options: { help: true } }
    const hint = group.length > 0 ? `Name one of ${group.map(({ name }) => name).join(', ')}.` : similarTo(words[0])
    throw new UserError(`There is no command ${words.join(' ')}. ${hint}`)
  }
  const known = [...globalOptions, ...(command?.options ?? [])]
  try {
    const { values, positionals } = parseArgs({
      args: argv.slice(command?.name.split(' ').length ?? 0),
      allowPositionals: true,
      options: Object.fromEntries(
        known.map(({ name, short, value, isMultiple = false }) => [
          name,
          {
            type: value === undefined ? ('boolean' as const) : ('string' as const),
            multiple: isMultiple,
            ...(short !== undefined && { short }),
          },
        ]),
      ),
    })
    return { command: command ?? null, args: positionals, options: values as Arguments['options'] }
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : String(error), 1)
  }
}
