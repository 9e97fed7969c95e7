import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { readArguments } from '../read-arguments.ts'
import { commands } from './commands.ts'
import { completionOf } from './completion.ts'
import { helpOf, helpOfGroup, overview } from './print-help.ts'

describe('help', () => {
  it('has every command, and no line is wider than a terminal', () => {
    for (const command of commands) {
      expect(overview()).toContain(command.name)
      for (const line of helpOf(command).split('\n')) expect([line, line.length <= 80]).toEqual([line, true])
      for (const { name } of command.options ?? []) expect(helpOf(command)).toContain(`--${name}`)
    }
  })

  it('of a first word alone lists its commands', () => {
    for (const flag of ['--help', '-h']) {
      expect(readArguments(['secrets', flag])).toMatchObject({ command: null, group: 'secrets' })
      expect(readArguments(['runs', flag])).toMatchObject({ group: 'runs' })
      expect(readArguments(['runs', 'tail', flag])).toMatchObject({ command: { name: 'runs tail' } })
    }
    const help = helpOfGroup('secrets')
    for (const text of ['secrets set NAME', 'secrets list', 'secrets rm NAME']) expect(help).toContain(text)
    expect(help).not.toContain('runs tail')
  })

  it('names what was probably meant', () => {
    expect(() => readArguments(['plam'])).toThrow('There is no command plam. Did you mean plan?')
    expect(() => readArguments(['secrets'])).toThrow('Name one of secrets set, secrets list, secrets rm.')
    expect(() => readArguments(['plan', '--files', 'x'])).toThrow('--files')
  })
})

describe('completion', () => {
  it.each(['bash', 'zsh', 'fish'])('for %s knows every command and option', (shell) => {
    const script = completionOf(shell) ?? ''
    for (const { name, options = [] } of commands) {
      for (const word of name.split(' ')) expect(script).toContain(word)
      for (const option of options) expect(script).toContain(option.name)
    }
  })

  it('for bash completes commands, their second words, and options', () => {
    const complete = (...words: string[]) => {
      const script = `${completionOf('bash')}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _knockwire; echo "\${COMPREPLY[*]}"`
      return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim()
    }
    expect(complete('knockwire', 'pl')).toBe('plan')
    expect(complete('knockwire', 'secrets', 's')).toBe('set')
    expect(complete('knockwire', 'plan', '--pr')).toBe('--prune')
    expect(complete('knockwire', 'runs', 'tail', '--si')).toBe('--since')
    expect(complete('knockwire', 'plan', '--prune', 'd')).toBe('delete')
    expect(complete('knockwire', 'runs', 'tail', '--since', '')).toBe('start now')
    expect(complete('knockwire', 'completion', 'f')).toBe('fish')
    expect(complete('knockwire', 'mv', 'rec')).toBe('receiver')
  })

  it('for bash completes keys, of tasks where a task is named', () => {
    const program =
      'knockwire() { [ "$1 $2" = "completion keys" ] && shift 2 && for kind; do echo "$kind-front"; done; }'
    const complete = (...words: string[]) => {
      const script = `${program}\n${completionOf('bash')}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _knockwire; echo "\${COMPREPLY[*]}"`
      return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim()
    }
    expect(complete('knockwire', 'run', 'ta')).toBe('task-front')
    expect(complete('knockwire', 'listen', 're')).toBe('receiver-front')
    expect(complete('knockwire', 'export', 'rec')).toBe('receiver-front')
    expect(complete('knockwire', 'runs', 'tail', 't')).toBe('task-front')
  })
})
