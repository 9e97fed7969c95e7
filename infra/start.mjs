import { launch } from './launch.mjs'

launch('start/main.ts', { takesInterrupts: true })
