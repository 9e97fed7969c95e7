/** A schedule has become due earlier than dispatch may have planned for; the payload is the time in epoch milliseconds. */
export const dueChannel = 'knockwire_due'
