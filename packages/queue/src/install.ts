import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { queues } from './queues.ts'

/** Any fixed number: it names the lock that makes processes starting at once install one after the other. */
const installLock = 7_205_932

/** Creates the queue's tables, or brings them to the installed version and settings; safe to call from several processes at once. */
export async function installQueue(url: string): Promise<void> {
  const lock = new pg.Client({ connectionString: url, application_name: 'knockwire-migrate' })
  await lock.connect()
  try {
    await lock.query('select pg_advisory_lock($1)', [installLock])
    await install(url)
  } finally {
    await lock.end()
  }
}

async function install(url: string) {
  const boss = new PgBoss({
    connectionString: url,
    max: 1,
    application_name: 'knockwire-migrate',
    supervise: false,
    schedule: false,
  })
  const errors: Error[] = []
  boss.on('error', (error) => errors.push(error))
  await boss.start()
  try {
    for (const [name, options] of Object.entries(queues)) {
      await boss.createQueue(name, options)
      await boss.updateQueue(name, changeable(options))
    }
  } finally {
    await boss.stop({ graceful: false })
  }
  if (errors[0]) throw errors[0]
}

/** A queue keeps the policy and the table that it was created with. */
function changeable({ policy: _policy, partition: _partition, ...rest }: (typeof queues)[keyof typeof queues]) {
  return rest
}
