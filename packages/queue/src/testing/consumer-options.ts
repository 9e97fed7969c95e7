import type { JobConsumerOptions } from '../job-consumer.ts'

/** What consumers in tests have in common: room for all their jobs, of one item each. */
export const consumerOptions = {
  name: 'deliver-http',
  concurrency: 100,
  maxWaiting: 1000,
  itemsPerJob: 1,
  minFetch: 20,
  itemsIn: () => 1,
  singletonKeyOf: ({ deliveryId }) => deliveryId,
} satisfies Partial<JobConsumerOptions<'deliver-http', null>>
