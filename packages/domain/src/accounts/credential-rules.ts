export const passwordLimits = { min: 8, max: 128 } as const

/** 60 random bits, in groups that a person can type: nobody finds one by guessing, from however many networks. */
export const resetCodeRules = {
  /** Crockford's Base32: no I, L, O or U, so that no two letters look alike. */
  alphabet: '0123456789ABCDEFGHJKMNPQRSTVWXYZ',
  length: 12,
  groupLength: 4,
  lifetimeSeconds: 3600,
  /** So many are mailed to an account within each half of a code's life; the codes mailed before still work. */
  perHalfLife: 3,
  /** A client's requests. */
  perMinute: 1,
} as const
