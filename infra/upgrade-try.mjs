import { launch } from './launch.mjs'

launch('../packages/bench/upgrade/main.ts')
