import { launch } from './launch.mjs'

launch('operator/main.ts')
