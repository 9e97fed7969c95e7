import { once } from 'node:events'
import { createServer } from 'node:net'
import type { PortSetting, StartSettings } from './settings.ts'

const check = async ({ variable, port }: PortSetting, host: string): Promise<void> => {
  const server = createServer()
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new Error(`Port ${port} is in use (perhaps Knockwire runs already): set ${variable} to a free one.`, {
        cause: error,
      })
    if (code === 'EACCES')
      throw new Error(`Port ${port} is not ours to use: set ${variable} to another.`, { cause: error })
    throw error
  }
  server.close()
  await once(server, 'close')
}

/** Says which variable to change where a port is taken, before anything else was done. */
export const checkPorts = async (settings: StartSettings): Promise<void> => {
  const { api, receivers, executor, host, operator, executorOperator, operatorHost } = settings
  for (const setting of [api, receivers, executor]) await check(setting, host)
  for (const setting of [operator, executorOperator]) await check(setting, operatorHost)
}
