import { type CommandHelp, commands, globalOptions, type OptionHelp } from './commands.ts'

const flags = (options: readonly OptionHelp[]) => [...options, ...globalOptions].map(({ name }) => `--${name}`)

/** The words that may follow these. */
const firstWords = [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))]
const groups = [...Map.groupBy(commands, ({ name }) => name.split(' ')[0] ?? '')].filter(
  ([first, of]) => of[0]?.name !== first,
)

/** The words that a value may be, such as `none|pause|delete`; other names of values stand for anything. */
const choicesOf = (value = ''): string[] => value.split('|').filter((each) => /^[a-z]+$/.test(each))

/** What each of these may be followed by, as cases of the word before: `--prune) words="none pause delete" ;;`. */
const valueCases = (options: readonly OptionHelp[]): string =>
  options
    .flatMap(({ name, value }) => {
      const choices = choicesOf(value)
      return choices.length === 0 ? [] : [`--${name}) words="${choices.join(' ')}" ;;`]
    })
    .join(' ')

/** The kinds of keys that a command takes, which are read from the file of the folder. */
const keysOf: Readonly<Record<string, string>> = {
  run: 'task',
  'runs tail': 'task',
  export: 'task receiver',
  listen: 'receiver',
  mv: 'task receiver',
}

/** What completes a command: its options, what its first argument may be, keys, and values of the option before. */
const caseOf = ({ name, args = '', options = [] }: CommandHelp): string => {
  const first = choicesOf(args.split(' ')[0])
  const kinds = keysOf[name]
  const keys = kinds === undefined ? '' : ` $(knockwire completion keys ${kinds} 2>/dev/null)`
  const values = valueCases(options)
  const own = `words="${[...flags(options), ...first].join(' ')}${keys}"`
  return values === '' ? own : `case "$previous" in ${values} *) ${own} ;; esac`
}

const secondWords = (of: readonly { name: string }[]) => of.map(({ name }) => name.split(' ')[1] ?? '').join(' ')

const bash = () => `_knockwire() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then words="${firstWords.join(' ')}"
  else
    case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${groups.map(([first, of]) => of.map((command) => `      "${command.name}") ${caseOf(command)} ;;`).join('\n') + `\n      "${first} "*) [ "$COMP_CWORD" -eq 2 ] && words="${secondWords(of)}" ;;`).join('\n')}
${commands
  .filter(({ name }) => !name.includes(' '))
  .map((command) => `      "${command.name} "*) ${caseOf(command)} ;;`)
  .join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [ "\${#COMPREPLY[@]}" -eq 0 ] && COMPREPLY=($(compgen -f -- "$current"))
}
complete -F _knockwire knockwire`

/** zsh runs what bash completes by. */
const zsh = () => `autoload -U +X bashcompinit && bashcompinit
${bash()}`

const quoted = (text: string) => `'${text.replaceAll("'", "\\'")}'`

/** A value of the ones that there are, or else perhaps a file. */
const valueOf = (value: string | undefined): string => {
  if (value === undefined) return ''
  const choices = choicesOf(value)
  return choices.length === 0 ? ' -r -F' : ` -x -a ${quoted(choices.join(' '))}`
}

const fish = () =>
  [
    'complete -c knockwire -f',
    ...firstWords.map((word) => {
      const summary = commands.find(({ name }) => name === word)?.summary ?? ''
      return `complete -c knockwire -n __fish_use_subcommand -a ${word} -d ${quoted(summary)}`
    }),
    ...groups.map(
      ([first, of]) => `complete -c knockwire -n '__fish_seen_subcommand_from ${first}' -a ${quoted(secondWords(of))}`,
    ),
    ...commands.flatMap(({ name, args = '' }) => {
      const last = name.split(' ').at(-1)
      const kinds = keysOf[name]
      const words = [
        ...choicesOf(args.split(' ')[0]),
        ...(kinds === undefined ? [] : [`(knockwire completion keys ${kinds} 2>/dev/null)`]),
      ]
      return words.length === 0
        ? []
        : [`complete -c knockwire -n '__fish_seen_subcommand_from ${last}' -a ${quoted(words.join(' '))}`]
    }),
    ...commands.flatMap(({ name, options = [] }) =>
      [...options, ...globalOptions].map(
        ({ name: option, short, value, text }) =>
          `complete -c knockwire -n '__fish_seen_subcommand_from ${name.split(' ').at(-1)}' -l ${option}${short === undefined ? '' : ` -s ${short}`}${valueOf(value)} -d ${quoted(text)}`,
      ),
    ),
  ].join('\n')

const scripts: Readonly<Record<string, () => string>> = { bash, zsh, fish }

/** Undefined for a shell that is not known. */
export const completionOf = (shell: string): string | undefined => scripts[shell]?.()
