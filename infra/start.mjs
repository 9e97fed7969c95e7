import { launch } from './launch.mjs'

launch('start/main.ts')
