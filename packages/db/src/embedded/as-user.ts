import { spawn } from 'node:child_process'
import type { ServerUser } from './server-user.ts'

/** The part of spawn's options that makes a program run as another user. */
export const asUser = (user: ServerUser | null) => (user ? { uid: user.uid, gid: user.gid } : {})

/** Whether a program runs to a good end as `user`: asks the system itself, which also knows ACLs and mounts. */
export const canRun = (program: string, args: string[], user: ServerUser | null): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(program, args, { ...asUser(user), cwd: '/', stdio: 'ignore' })
    child.once('error', () => resolve(false))
    child.once('close', (code) => resolve(code === 0))
  })
