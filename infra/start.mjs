import { launch } from './launch.mjs'

// package.json runs this by `exec`, which leaves no shell in between: a signal to the whole process group would end the
// shell first, and pnpm would call the stop a failure (ELIFECYCLE). Windows has no `exec` and goes on behind the `||`.
launch('start/main.ts', { takesInterrupts: true })
