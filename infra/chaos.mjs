import { launch } from './launch.mjs'

launch('../packages/bench/chaos/main.ts')
