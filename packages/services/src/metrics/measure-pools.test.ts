import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { measurePools } from './measure-pools.ts'

it('connections are measured by pool: idle, in use, and callers that wait for one', async () => {
  const registry = new Registry()
  measurePools(registry, {
    queries: { idleCount: 3, totalCount: 10, waitingCount: 2 },
    queue: { idleCount: 1, totalCount: 1, waitingCount: 0 },
  })
  const text = await registry.metrics()
  expect(text.split('\n').filter((line) => line.startsWith('knockwire_database_connections'))).toEqual([
    'knockwire_database_connections{pool="queries",state="idle"} 3',
    'knockwire_database_connections{pool="queries",state="in_use"} 7',
    'knockwire_database_connections{pool="queries",state="awaited"} 2',
    'knockwire_database_connections{pool="queue",state="idle"} 1',
    'knockwire_database_connections{pool="queue",state="in_use"} 0',
    'knockwire_database_connections{pool="queue",state="awaited"} 0',
  ])
})
