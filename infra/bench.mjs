import { launch } from './launch.mjs'

launch('bench/main.ts')
