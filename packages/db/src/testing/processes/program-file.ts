import { fileURLToPath } from 'node:url'

/**
 * The file of a program of ours that a test starts: its bundle, as it is shipped, where the repository's test command has
 * built them, and otherwise its source. A bundle starts in half of the processor time.
 */
export const programFile = ({ source, bundle }: { source: URL; bundle: URL }): string =>
  fileURLToPath(process.env['KNOCKWIRE_TEST_BUNDLES'] === '1' ? bundle : source)
