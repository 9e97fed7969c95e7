/** As far as the tests use it; the package brings no types of its own. */
declare module 'smtp-server' {
  import type { Server } from 'node:net'
  import type { Readable } from 'node:stream'

  export interface Session {
    envelope: { mailFrom: { address: string } | false; rcptTo: { address: string }[] }
  }

  type Done = (error?: (Error & { responseCode?: number }) | null) => void

  export class SMTPServer {
    constructor(options: {
      authOptional?: boolean
      disabledCommands?: string[]
      disableReverseLookup?: boolean
      closeTimeout?: number
      onConnect?: (session: Session, done: Done) => void
      onClose?: (session: Session) => void
      onRcptTo?: (address: { address: string }, session: Session, done: Done) => void
      onData?: (stream: Readable, session: Session, done: Done) => void
    })
    server: Server
    listen(port: number, host: string, done: () => void): void
    close(done: () => void): void
    on(event: 'error', listener: (error: Error) => void): void
  }
}
