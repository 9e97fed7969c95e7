import { launch } from './launch.mjs'

launch('../packages/bench/mutation/main.ts')
