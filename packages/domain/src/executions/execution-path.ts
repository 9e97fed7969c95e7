/** Where the dashboard shows an execution. */
export const executionPath = (taskId: string, executionId: string): string =>
  `/dashboard/tasks/${taskId}/executions/${executionId}`

const shortPrefix = '/e/'
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const base = BigInt(alphabet.length)
/** Digits of the largest UUID. */
const digits = 22

/** A path that leads to the same page with 47 characters in place of 101: a text message has 160. */
export const shortExecutionPath = (taskId: string, executionId: string): string =>
  shortPrefix + encode(taskId) + encode(executionId)

/** The path that a short one stands for; null where it stands for none. */
export function executionPathOf(shortPath: string): string | null {
  const [, task, execution] = /^\/e\/([\dA-Za-z]{22})([\dA-Za-z]{22})$/.exec(shortPath) ?? []
  const taskId = decode(task ?? '')
  const executionId = decode(execution ?? '')
  return taskId === null || executionId === null ? null : executionPath(taskId, executionId)
}

/** A UUID as a number of base 62. */
function encode(uuid: string): string {
  let rest = BigInt(`0x${uuid.replaceAll('-', '')}`)
  let text = ''
  while (text.length < digits) {
    text = alphabet.charAt(Number(rest % base)) + text
    rest /= base
  }
  return text
}

function decode(text: string): string | null {
  if (text.length !== digits) return null
  let value = 0n
  for (const digit of text) value = value * base + BigInt(alphabet.indexOf(digit))
  const hex = value.toString(16).padStart(32, '0')
  if (hex.length > 32) return null
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
