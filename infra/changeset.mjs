import { launch } from './launch.mjs'

launch('release/main.ts')
