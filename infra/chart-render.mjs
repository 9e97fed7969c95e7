import { launch } from './launch.mjs'

launch('helm/main.ts')
