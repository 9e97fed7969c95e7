import { globalSetup } from '@knockwire/db/testing/global-setup'
import { installQueue, queues } from '../queues.ts'
export default globalSetup({ version: `queue ${JSON.stringify(queues)}`, install: installQueue })
