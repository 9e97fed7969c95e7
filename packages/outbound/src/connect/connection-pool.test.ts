import { queryObjects } from 'node:v8'
import { describe, expect, it } from 'vitest'
import type { Connection } from './connection.ts'
import { ConnectionPool, WaitingConnections } from './connection-pool.ts'

const openConnection = (key = 'key') => {
  const connection = {
    key,
    isOpen: true,
    close: () => {
      connection.isOpen = false
    },
  }
  return connection as unknown as Connection
}

describe('connections that wait', () => {
  it('are bounded also where many come before the first has closed, and the oldest go', () => {
    const pool = new ConnectionPool(2)
    const connections = Array.from({ length: 5 }, () => openConnection())
    for (const connection of connections) pool.give(connection)
    expect(connections.map(({ isOpen }) => isOpen)).toEqual([false, false, false, true, true])
  })

  it('are taken one by one, the last used first, under their own key', () => {
    const pool = new ConnectionPool(10)
    const [first, second, other] = [openConnection(), openConnection(), openConnection('other')]
    for (const connection of [first, second, other]) pool.give(connection)
    expect(['key', 'key', 'key', 'other'].map((key) => pool.take(key))).toEqual([second, first, null, other])
  })

  it('are forgotten once they have closed, and those that have closed unseen are passed over', () => {
    const pool = new ConnectionPool(2)
    const [open, closed, unseen] = [openConnection(), openConnection(), openConnection()]
    pool.give(open)
    pool.give(closed)
    pool.forget(closed)
    pool.give(unseen)
    unseen.close()
    expect([pool.take('key'), pool.take('key')]).toEqual([open, null])
  })

  it('stay where one of the same key that is in use closes', () => {
    const pool = new ConnectionPool(2)
    const [waiting, inUse] = [openConnection(), openConnection()]
    pool.give(waiting)
    pool.forget(inUse)
    expect(pool.take('key')).toBe(waiting)
  })

  it('leave nothing behind of targets that are not called any more', () => {
    const pool = new ConnectionPool(2)
    const taken = openConnection('taken')
    pool.give(taken)
    pool.take('taken')
    for (const key of ['a', 'b', 'c', 'd']) pool.give(openConnection(key))
    expect(queryObjects(WaitingConnections, { format: 'count' })).toBe(2)
    expect(pool.take('a')).toBeNull()
    expect(pool.take('d')?.key).toBe('d')
  })

  it('are closed with the pool, and so is one that comes later', () => {
    const pool = new ConnectionPool(2)
    const [waiting, later] = [openConnection(), openConnection()]
    pool.give(waiting)
    pool.closeAll()
    pool.give(later)
    expect([waiting.isOpen, later.isOpen]).toEqual([false, false])
    expect(pool.take('key')).toBeNull()
  })
})
