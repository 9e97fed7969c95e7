import { BadSettings } from './bad-settings.ts'

export interface ListenSettings {
  /** Values by the setting's name. */
  hosts: Readonly<Record<string, string>>
  ports: Readonly<Record<string, number>>
}

const nameOf = (values: Readonly<Record<string, string | number>>, value: unknown) =>
  Object.keys(values).find((name) => values[name] === value)

/** What an error of `listen` says, as a sentence that names the setting; any other error as it is. */
export const namedListenError = (error: unknown, { hosts, ports }: ListenSettings): unknown => {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return error
  const { code, syscall } = error
  const { port, address, hostname } = error as Error & { port?: number; address?: string; hostname?: string }
  const host = nameOf(hosts, hostname ?? address) ?? 'HOST'
  if (syscall === 'getaddrinfo' && nameOf(hosts, hostname) !== undefined)
    return new BadSettings(`${host} is not usable: the name ${String(hostname)} was not found.`)
  if (syscall !== 'listen') return error
  if (code === 'EADDRNOTAVAIL')
    return new BadSettings(`${host} is not usable: ${address} is not an address of this machine.`)
  const portName = nameOf(ports, port) ?? 'PORT'
  if (code === 'EADDRINUSE')
    return new BadSettings(`${portName} is not usable: port ${port} is in use, perhaps by another Knockwire.`)
  if (code === 'EACCES') return new BadSettings(`${portName} is not usable: this user may not listen on port ${port}.`)
  return error
}
