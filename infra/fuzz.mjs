import { launch } from './launch.mjs'

launch('fuzz/main.ts')
