import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

const typeOf = { jsonl: 'application/jsonl; charset=utf-8', har: 'application/json; charset=utf-8' }

interface HistoryFile {
  file: Readable
  /** What the rows are. */
  name: string
  format: keyof typeof typeOf
  /** Milliseconds since 1970. */
  now: number
}

/** Answers with an export that browsers store as a file, named after what it holds and its day. */
export const sendHistory = (reply: FastifyReply, { file, name, format, now }: HistoryFile) => {
  const fileName = `knockwire-${name}-${new Date(now).toISOString().slice(0, 10)}.${format}`
  return reply.type(typeOf[format]).header('content-disposition', `attachment; filename="${fileName}"`).send(file)
}
