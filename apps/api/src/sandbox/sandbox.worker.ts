// oxlint-disable unicorn/require-post-message-target-origin -- a worker's port has no origin.
import { parentPort } from 'node:worker_threads'
import { runJob, type SandboxJob } from './jobs.ts'

parentPort?.on('message', (job: SandboxJob) => parentPort?.postMessage(runJob(job)))
parentPort?.postMessage('ready')
