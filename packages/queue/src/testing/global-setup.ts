import { globalSetup } from '@knockwire/db/testing/global-setup'
import { installQueue } from '../install.ts'
import { queues } from '../queues.ts'

export default globalSetup({ version: `queue ${JSON.stringify(queues)}`, install: installQueue })
