/** A pattern of LIKE for texts that contain this one, whatever characters it has. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
