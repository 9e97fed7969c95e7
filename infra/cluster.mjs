import { launch } from './launch.mjs'

launch('../packages/bench/cluster/main.ts')
