import { launch } from './launch.mjs'

launch('test/main.ts')
