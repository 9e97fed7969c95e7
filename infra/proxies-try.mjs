import { launch } from './launch.mjs'

launch('../packages/bench/proxies/main.ts')
