import { launch } from './launch.mjs'

launch('plan/main.ts')
