import { execFile } from 'node:child_process'
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
