const kinds = ['account', 'user', 'task', 'execution', 'receiver', 'request', 'notification', 'other'] as const

/** The same id for the same number, so that a test can name it: of the form of a UUIDv7, a greater number being newer. */
export const idOf = (kind: (typeof kinds)[number], number: number): string =>
  `01900000-${String(number).padStart(4, '0')}-7000-8000-00000000000${kinds.indexOf(kind)}`
