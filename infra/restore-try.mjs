import { launch } from './launch.mjs'

launch('../packages/bench/restore/main.ts')
