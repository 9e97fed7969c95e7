import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { limitsOf } from '../policy.ts'
import { during } from '../testing/calls.ts'
import { startHttp } from '../testing/servers.ts'
import { Connection } from './connection.ts'

it('a connection whose socket has closed opens no other, and says so', async () => {
  const target = await during(startHttp((_request, response) => response.end()))
  const socket = connect(target.port, '127.0.0.1')
  await once(socket, 'connect')
  const connection = new Connection('key', target.origin, socket, limitsOf({ allowCidrs: [], userAgent: 'test' }))
  const { statusCode } = await connection.client.request({ path: '/', method: 'GET' })
  connection.close()
  const again = connection.client.request({ path: '/', method: 'GET' })
  await expect(again).rejects.toMatchObject({ code: 'KNOCKWIRE_CONNECTION_SPENT' })
  expect([statusCode, connection.isOpen, target.connectionCount]).toEqual([200, false, 1])
})
