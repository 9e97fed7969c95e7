import { readFile, rename, writeFile } from 'node:fs/promises'

/** Writes a file that only its owner can read, whole or not at all. */
export const writeKept = async (file: string, text: string): Promise<void> => {
  await writeFile(`${file}.new`, text, { mode: 0o600 })
  await rename(`${file}.new`, file)
}

/** The file's text, or, the first time, what `make` makes. */
export const readOrMake = async (file: string, make: () => string): Promise<string> => {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    const text = make()
    await writeKept(file, text)
    return text
  }
}
