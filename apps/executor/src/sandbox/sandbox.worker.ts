import { serveBatches } from '@knockwire/services/sandbox/run-batch'
import { runJob } from './jobs.ts'

export default serveBatches(runJob)
