import { serveBatches } from '@knockwire/sandbox/run-batch'
import { runJob } from './jobs.ts'

export default serveBatches(runJob)
