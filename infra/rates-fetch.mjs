import { launch } from './launch.mjs'

launch('rates/main.ts')
