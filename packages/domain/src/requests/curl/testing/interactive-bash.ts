import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** How a terminal hands on what is pasted: between marks, as most do today, or as if it was typed. */
export type Pasting = 'bracketed' | 'typed'

/** An interactive bash on its own terminal, by `script` of util-linux, with the expansions that people have. */
export function startInteractiveBash(directory: string) {
  const shell = spawn('script', ['--quiet', '--return', '--command', 'bash --noprofile --norc -i', '/dev/null'], {
    cwd: directory,
    env: { ...process.env, HOME: directory, HISTFILE: '', TERM: 'xterm', PS1: '> ', INPUTRC: '/dev/null' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let output = ''
  const seen = new Set<() => void>()
  shell.stdout.setEncoding('latin1').on('data', (text: string) => {
    output += text
    for (const look of seen) look()
  })
  const isPrinted = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (!output.includes(text)) return
        seen.delete(look)
        resolve()
      }
      seen.add(look)
      shell.once('exit', () => reject(new Error(`bash ended: ${output.slice(-2000)}`)))
      look()
    })
  let turns = 0
  return {
    /** Pastes the text, presses Enter, and resolves when the shell takes the next command. */
    paste: async (text: string, pasting: Pasting) => {
      turns += 1
      const keys = text.replaceAll('\n', '\r')
      shell.stdin.write(pasting === 'bracketed' ? `\u001B[200~${text}\u001B[201~\r` : `${keys}\r`)
      // Written so that the echo of what is typed is not yet what is printed.
      shell.stdin.write(`printf '%s-%s\\n' turn ${turns}\r`)
      await isPrinted(`turn-${turns}\r`)
      output = ''
    },
    close: async () => {
      shell.stdin.write('exit\r')
      if (shell.exitCode === null) await once(shell, 'exit')
    },
  }
}
