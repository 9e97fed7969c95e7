import { launch } from './launch.mjs'

launch('../packages/bench/alerts/main.ts')
