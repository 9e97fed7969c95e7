import { launch } from './launch.mjs'

launch('dev/main.ts', { takesInterrupts: true })
