import { rm } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

const [pid = '0', directory = ''] = process.argv.slice(2)

const isThere = () => {
  try {
    return process.kill(Number(pid), 0)
  } catch {
    return false
  }
}

// Ends with the process that started this one, whatever ended it.
if ((await text(process.stdin)) !== 'done') {
  // PostgreSQL's immediate shutdown: the data is worth nothing.
  if (isThere()) process.kill(Number(pid), 'SIGQUIT')
  for (let waits = 0; isThere() && waits < 100; waits += 1) await sleep(100)
  await rm(directory, { recursive: true, force: true })
}
