import { launch } from './launch.mjs'

launch('keys/main.ts')
