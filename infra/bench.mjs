import { launch } from './launch.mjs'

launch('../packages/bench/main.ts')
