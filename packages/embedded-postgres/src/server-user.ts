import { execFile, spawn } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Whom the server runs as where we are root, which PostgreSQL refuses to be. */
export interface ServerUser {
  name: string
  uid: number
  gid: number
}

const name = 'postgres'

const lookUp = async (): Promise<ServerUser> => {
  const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, name])))
  return { name, uid: Number(uid?.stdout), gid: Number(gid?.stdout) }
}

const create = async (): Promise<ServerUser> => {
  await run('groupadd', ['--system', '--force', name])
  await run('useradd', ['--system', '--gid', name, '--no-create-home', '--shell', '/usr/sbin/nologin', name])
  return lookUp()
}

/** Null where we are an ordinary user and the server may simply be ours. */
export const serverUser = async (): Promise<ServerUser | null> => {
  if (process.getuid?.() !== 0) return null
  try {
    return await lookUp().catch(create)
  } catch (cause) {
    throw new Error(
      'PostgreSQL does not run as root, and the user "postgres" could not be created: ' +
        'create it, start as another user, or set DATABASE_URL.',
      { cause },
    )
  }
}

/** The part of spawn's options that makes a program run as another user. */
export const asUser = (user: ServerUser | null) => (user ? { uid: user.uid, gid: user.gid } : {})

/** Whether a program runs to a good end as `user`: asks the system itself, which also knows ACLs and mounts. */
export const canRun = (program: string, args: string[], user: ServerUser | null): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(program, args, { ...asUser(user), cwd: '/', stdio: 'ignore' })
    child.once('error', () => resolve(false))
    child.once('close', (code) => resolve(code === 0))
  })
