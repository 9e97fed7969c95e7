import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Below this length, a compressed file is hardly shorter. */
const leastCompressed = 1024

/** As the server sends it to browsers, which all take brotli. */
export const served = async (content: Buffer): Promise<Buffer> =>
  content.length < leastCompressed
    ? content
    : promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } })

/** Writes what is loaded as text in compressed form as well, as small as it gets: the server compresses none of it again. */
export const compressFiles: Plugin = {
  name: 'compress-files',
  apply: 'build',
  writeBundle: async ({ dir = '' }) => {
    const files = await readdir(dir, { recursive: true })
    const texts = files.filter((file) => /\.(js|css|svg)$/.test(file)).map((file) => join(dir, file))
    for (const file of texts) {
      const content = await readFile(file)
      if (content.length < leastCompressed) continue
      await writeFile(`${file}.br`, await served(content))
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }))
    }
  },
}
