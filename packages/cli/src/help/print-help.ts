import { type CommandHelp, commands, globalOptions, type OptionHelp } from './commands.ts'

const width = 78

/** Lines of at most `width` characters, behind so many spaces. */
const wrap = (text: string, indent: number): string => {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && indent + line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].join(`\n${' '.repeat(indent)}`)
}

const nameOf = ({ name, short, value }: OptionHelp) =>
  `${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`

const optionLines = (options: readonly OptionHelp[]): string[] =>
  options.flatMap((option) => {
    const name = nameOf(option)
    return name.length > 26
      ? [`  ${name}`, `${' '.repeat(30)}${wrap(option.text, 30)}`]
      : [`  ${name.padEnd(28)}${wrap(option.text, 30)}`]
  })

const commandLines = (listed: readonly CommandHelp[]): string[] =>
  listed.map(({ name, args = '', summary }) => `  ${`${name} ${args}`.padEnd(28)}${wrap(summary, 30)}`)

/** Of the commands whose first word this is. */
export const helpOfGroup = (group: string): string =>
  [
    `Usage: knockwire ${group} COMMAND [OPTIONS]`,
    '',
    ...commandLines(commands.filter(({ name }) => name.startsWith(`${group} `))),
    '',
    `knockwire ${group} COMMAND --help says more about one.`,
  ].join('\n')

export const overview = (): string =>
  [
    'knockwire: monitors and receivers as code, and webhooks on your machine',
    '',
    'Usage: knockwire COMMAND [OPTIONS]',
    '',
    ...commandLines(commands),
    '',
    'Options of every command:',
    ...optionLines(globalOptions),
    '',
    'knockwire COMMAND --help says more about one.',
  ].join('\n')

export const helpOf = ({
  name,
  args = '',
  summary,
  text,
  options = [],
  examples = [],
  exits = [],
}: CommandHelp): string =>
  [
    `${summary}.`,
    '',
    `Usage: knockwire ${name}${args === '' ? '' : ` ${args}`}${options.length === 0 ? '' : ' [OPTIONS]'}`,
    ...(text === undefined ? [] : ['', wrap(text, 0)]),
    ...(options.length === 0 ? [] : ['', 'Options:', ...optionLines(options)]),
    ...(examples.length === 0
      ? []
      : ['', 'Examples:', ...examples.map(([command, of]) => `  ${command}\n      ${of}`)]),
    ...(exits.length === 0 ? [] : ['', 'Exit codes:', ...exits.map(([code, of]) => `  ${code}  ${wrap(of, 5)}`)]),
  ].join('\n')
