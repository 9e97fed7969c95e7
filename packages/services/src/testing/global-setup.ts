import { globalSetup } from '@knockwire/db/testing/global-setup'
import { installQueue } from '@knockwire/queue/install'
import { queues } from '@knockwire/queue/queues'

export default globalSetup({ version: `queue ${JSON.stringify(queues)}`, install: installQueue })
