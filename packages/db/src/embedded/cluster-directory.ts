import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { canRun } from './as-user.ts'
import { readOrMake } from './kept-file.ts'
import type { ServerUser } from './server-user.ts'

/** Where root puts the cluster of a data directory that lies in a place closed to the server's user. */
const openPlace = '/var/lib/knockwire'

/** Whether the server's user can get at a directory under `parent`: tried, since modes are not the whole truth. */
const isOpenTo = async (parent: string, user: ServerUser): Promise<boolean> => {
  const probe = join(parent, `.probe-${process.pid}`)
  await mkdir(probe, { recursive: true })
  await chown(probe, user.uid, user.gid)
  const isOpen = await canRun('test', ['-w', probe], user)
  await rm(probe, { recursive: true })
  return isOpen
}

/** A directory under /root, say: there the repository keeps only a note of where the cluster is. */
const elsewhere = async (dataDirectory: string): Promise<string> => {
  const name = `postgres-${randomBytes(6).toString('hex')}`
  const path = await readOrMake(join(dataDirectory, 'postgres-directory'), () => join(openPlace, name))
  await mkdir(dirname(path), { recursive: true })
  return path
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Where a data directory's PostgreSQL cluster is, or is to be made. */
export const clusterDirectory = async (dataDirectory: string, user: ServerUser | null): Promise<string> => {
  const inside = join(dataDirectory, 'postgres')
  if (!user) return inside
  // Root's server runs as another user, who must get through to its own directory but sees nothing else here.
  await chmod(dataDirectory, 0o711)
  if (await isOpenTo(dataDirectory, user)) return inside
  if (await exists(inside)) {
    throw new Error(`${inside} cannot be reached by the user ${user.name}: move the data to a directory that it can.`)
  }
  return elsewhere(dataDirectory)
}
