import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { canRun, type ServerUser } from './server-user.ts'

/** Writes a file that only its owner can read, whole or not at all. */
export const writePrivateFile = async (file: string, text: string): Promise<void> => {
  await writeFile(`${file}.new`, text, { mode: 0o600 })
  await rename(`${file}.new`, file)
}

/** The file's text, or, the first time, what `make` makes. */
export const readOrCreate = async (file: string, make: () => string): Promise<string> => {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    const text = make()
    await writePrivateFile(file, text)
    return text
  }
}

/** Where root puts the cluster of a data directory that lies in a place closed to the server's user. */
const sharedDirectory = '/var/lib/knockwire'

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
const sharedClusterDirectory = async (dataDirectory: string): Promise<string> => {
  const name = `postgres-${randomBytes(6).toString('hex')}`
  const path = await readOrCreate(join(dataDirectory, 'postgres-directory'), () => join(sharedDirectory, name))
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
  return sharedClusterDirectory(dataDirectory)
}
