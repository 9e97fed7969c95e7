/** Apart from what reads the command, so that a form can tell one before that is loaded. */
export const isCurlCommand = (text: string) => /^\s*(?:\$\s+)?curl(?:\.exe)?\s+\S/.test(text)
