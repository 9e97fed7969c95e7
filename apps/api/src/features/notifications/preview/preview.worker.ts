// oxlint-disable unicorn/require-post-message-target-origin -- a worker's port has no origin.
import { parentPort } from 'node:worker_threads'
import { type PreviewJob, runPreview } from './preview-job.ts'

parentPort?.on('message', (job: PreviewJob) => parentPort?.postMessage(runPreview(job)))
parentPort?.postMessage('ready')
