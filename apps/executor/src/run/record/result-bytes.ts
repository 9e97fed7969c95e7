import type { ResponseRecord, RunResult } from '../run.ts'

/** Bytes that a result holds until it is recorded. */
export const bytesOf = ({ outcome, known, sent }: RunResult) => {
  const { response } = known ?? outcome
  return (response ? response.body.length + headerBytesOf(response) : 0) + lengthOf(sent)
}

/** Headers as they were received and as they are stored: a target may send 64 KiB of them. */
const headerBytesOf = ({ headers }: ResponseRecord) =>
  headers.reduce((sum, [name, value]) => sum + 2 * (name.length + value.length), 0)

/** Two bytes a character. A short request counts for nothing, like the rest of a result. */
const lengthOf = (sent: RunResult['sent']) => (sent?.kind === 'shared' && sent.json !== null ? sent.json.length * 2 : 0)
