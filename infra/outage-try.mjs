import { launch } from './launch.mjs'

launch('../packages/bench/outage/main.ts')
