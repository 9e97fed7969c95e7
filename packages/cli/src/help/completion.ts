import { commands, globalOptions, type OptionHelp } from './commands.ts'

const flags = (options: readonly OptionHelp[]) => [...options, ...globalOptions].map(({ name }) => `--${name}`)

/** The words that may follow these. */
const firstWords = [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))]
const groups = [...Map.groupBy(commands, ({ name }) => name.split(' ')[0] ?? '')].filter(
  ([first, of]) => of[0]?.name !== first,
)

const secondWords = (of: readonly { name: string }[]) => of.map(({ name }) => name.split(' ')[1] ?? '').join(' ')

const bash = () => `_knockwire() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then words="${firstWords.join(' ')}"
  else
    case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${groups.map(([first, of]) => of.map(({ name, options = [] }) => `      "${name}") words="${flags(options).join(' ')}" ;;`).join('\n') + `\n      "${first} "*) [ "$COMP_CWORD" -eq 2 ] && words="${secondWords(of)}" ;;`).join('\n')}
${commands
  .filter(({ name }) => !name.includes(' '))
  .map(({ name, options = [] }) => `      "${name} "*) words="${flags(options).join(' ')}" ;;`)
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
    ...commands.flatMap(({ name, options = [] }) =>
      [...options, ...globalOptions].map(
        ({ name: option, short, value, text }) =>
          `complete -c knockwire -n '__fish_seen_subcommand_from ${name.split(' ').at(-1)}' -l ${option}${short === undefined ? '' : ` -s ${short}`}${value === undefined ? '' : ' -r -F'} -d ${quoted(text)}`,
      ),
    ),
  ].join('\n')

const scripts: Readonly<Record<string, () => string>> = { bash, zsh, fish }

/** Undefined for a shell that is not known. */
export const completionOf = (shell: string): string | undefined => scripts[shell]?.()
