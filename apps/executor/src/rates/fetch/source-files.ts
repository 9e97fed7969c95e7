import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { RateSourceFile } from '@knockwire/domain/rates/source-file'
import { z } from 'zod'

const shippedFolder = fileURLToPath(new URL('../../../rate-sources', import.meta.url))

/** The public benchmarks, whose terms allow showing them. */
export const defaultSourceFiles = ['apor-fixed', 'apor-adjustable', 'freddie-mac-pmms'].map((name) =>
  join(shippedFolder, `${name}.json`),
)

/** A source file that cannot be used; the message names it, and each field at fault. */
class BadSourceFile extends Error {
  override readonly name = 'BadSourceFile'
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new BadSourceFile(`it is no JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Throws `BadSourceFile`. */
export const readSourceFile = async (path: string): Promise<RateSourceFile> => {
  try {
    const parsed = RateSourceFile.safeParse(parse(await readFile(path, 'utf8')))
    if (parsed.success) return parsed.data
    throw new BadSourceFile(z.prettifyError(parsed.error))
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new BadSourceFile(`The rate source ${basename(path)} cannot be used: ${message}`, { cause: error })
  }
}

/** Throws `BadSourceFile` also where two have one key. */
export const readSourceFiles = async (paths: readonly string[]): Promise<RateSourceFile[]> => {
  const sources = await Promise.all(paths.map(readSourceFile))
  const keys = sources.map(({ key }) => key)
  const twice = keys.find((key, index) => keys.indexOf(key) !== index)
  if (twice !== undefined) throw new BadSourceFile(`Two rate sources have the key ${twice}.`)
  return sources
}
