import { startApi } from '../ingress/ingress-server.ts'
import { mainFiles, type Programs } from '../restore/product.ts'
import { names, type Ports } from './proxies.ts'

interface Database {
  url: string
  encryptionKey: string
}

/** One of the two processes of the product, as the documentation runs them behind a proxy of the same machine. */
export const startProcess = (database: Database, ports: Ports, which: 'first' | 'second', programs: Programs) => {
  const [port, receiverPort] = ports[which]
  const settings = {
    KNOCKWIRE_EMBEDDED: '',
    HOST: '127.0.0.1',
    PORT: String(port),
    RECEIVER_PORT: String(receiverPort),
    PUBLIC_ORIGIN: `https://${names.dashboard}:${ports.https}`,
    RECEIVER_ORIGIN: `https://${names.receivers}:${ports.https}`,
    TRUST_PROXY: 'loopback',
    STOP_DELAY_SECONDS: '3',
    RATE_SOURCES: 'none',
  }
  return startApi(database, 'all', settings, undefined, `../../apps/api/${mainFiles[programs]}`)
}
