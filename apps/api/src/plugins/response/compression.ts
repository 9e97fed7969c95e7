import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Brotli's own default is its slowest; 4 is as quick as gzip and smaller. */
const brotliQuality = 4

export const compressAnswers = async (app: FastifyInstance) => {
  await app.register(compress, {
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    threshold: 1024,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } },
  })
}
