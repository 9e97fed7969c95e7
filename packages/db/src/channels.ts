/** A schedule has become due earlier than dispatch may have planned for; the payload is the time in epoch milliseconds. */
export const dueChannel = 'knockwire_due'
/** Jobs were sent, by a commit before; the payload is the name of their queue. */
export const jobsChannel = 'knockwire_jobs'
/** What a receiver answers, or whom it notifies, has changed (triggers say so); the payload is its token. */
export const receiversChannel = 'knockwire_receivers'
