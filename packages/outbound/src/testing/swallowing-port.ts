import { once } from 'node:events'
import { connect } from 'node:net'
import { Worker } from 'node:worker_threads'

/** Listens and then stands still, so that nobody is accepted any more. */
const listenAndFreeze = `
  const { createServer } = require('node:net')
  const { parentPort } = require('node:worker_threads')
  const server = createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  })`

/** A port that drops all connections, as a filtering firewall does: its queue of two is full, and stays so. */
export const startSwallowing = async () => {
  const worker = new Worker(listenAndFreeze, { eval: true })
  const [port] = (await once(worker, 'message')) as [number]
  const waiting = [1, 2].map(() => connect(port, '127.0.0.1'))
  await Promise.all(waiting.map((socket) => once(socket, 'connect')))
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      for (const socket of waiting) socket.destroy()
      await worker.terminate()
    },
  }
}
