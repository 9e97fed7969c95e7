import fc from 'fast-check'

/** So that a test gives the same inputs each time; `pnpm fuzz` prints the seed that it sets. */
const shortSeed = 20_261_122

interface Extent {
  /** How many inputs the short form tries. */
  runs: number
  /** Of the time of the long form, what this property may take; those of one file are tried one after the other. */
  share: number
}

/**
 * Tries a property: on some inputs, always the same ones, in tests; on as many as fit into `FUZZ_SECONDS`, from
 * `FUZZ_SEED` on, where `pnpm fuzz` sets these.
 * @throws Error with the seed, the path and the smallest input for which the property does not hold.
 */
export const fuzz = async <T>(
  holds: fc.IProperty<T> | fc.IAsyncProperty<T>,
  { runs, share }: Extent,
): Promise<void> => {
  const { FUZZ_SECONDS: seconds, FUZZ_SEED: seed } = process.env
  const isLong = seconds !== undefined
  const limit = { numRuns: 2 ** 30, interruptAfterTimeLimit: Number(seconds) * 1000 * share }
  const details = await fc.check<T>(holds, { seed: Number(seed ?? shortSeed), ...(isLong ? limit : { numRuns: runs }) })
  const reason = details.errorInstance
  if (details.failed) throw new Error(fc.defaultReportMessage(details) ?? 'It does not hold.', { cause: reason })
  if (isLong) process.stdout.write(`${details.numRuns} inputs of seed ${details.seed}\n`)
}

/** Longer than the long form takes, in milliseconds. */
export const fuzzTimeoutMs = (Number(process.env['FUZZ_SECONDS'] ?? 0) + 180) * 1000

/** Texts that software has stumbled over before, beside plain ones. */
export const hostileText = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(
      '',
      ' ',
      '\0',
      '\ud800',
      '__proto__',
      'constructor',
      'toString',
      '\r\n',
      '../..',
      '%00',
      '{{',
      '1e309',
      '-0',
    ),
    fc.string({ maxLength: 4 }).map((text) => text.repeat(3000)),
  )

/** A text of some of these parts, with something else in between now and then. */
export const textOf = (parts: readonly string[], maxParts = 12): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        { weight: 12, arbitrary: fc.constantFrom(...parts) },
        { weight: 1, arbitrary: fc.string({ maxLength: 3 }) },
      ),
      { maxLength: maxParts },
    )
    .map((chosen) => chosen.join(''))
