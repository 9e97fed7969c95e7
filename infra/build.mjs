import { launch } from './launch.mjs'

launch('build/main.ts')
