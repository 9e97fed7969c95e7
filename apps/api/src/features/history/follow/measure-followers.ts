import { Gauge, type Registry } from 'prom-client'
import type { Followers } from './followers.ts'

/** How many calls and streams follow a history in this process. */
export const measureFollowers = (registry: Registry, followers: Followers) => {
  const gauge = new Gauge({
    name: 'knockwire_followers',
    help: 'Calls and streams that follow a history: those that wait for something new, and those that are being sent something.',
    labelNames: ['state'],
    registers: [],
    collect() {
      for (const [state, count] of Object.entries(followers.counts)) this.set({ state }, count)
    },
  })
  registry.registerMetric(gauge)
}
