/** "December 22, 2026", in the reader's time zone. */
export const dayOf = (epochSeconds: number): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(epochSeconds * 1000)
