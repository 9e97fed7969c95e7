import type { Terminal } from '../terminal/terminal.ts'

const controlC = '\u0003'

/** Acts on single keys where somebody sits at the terminal. Answers what ends that. */
export function watchKeys({ isInteractive, input }: Terminal, actions: { r: () => void; q: () => void }): () => void {
  if (!isInteractive) return () => {}
  const onData = (data: Buffer | string) => {
    for (const key of String(data)) {
      if (key === 'r') actions.r()
      if (key === 'q' || key === controlC) actions.q()
    }
  }
  input.setRawMode(true)
  input.resume()
  input.on('data', onData)
  return () => {
    input.off('data', onData)
    input.setRawMode(false)
    input.pause()
  }
}
