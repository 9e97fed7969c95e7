/** Bytes for curl's input, as Copy as cURL writes those that no word of a shell can hold. */
const pipedBytes = /^\s*(?:\$\s+)?printf\s+%s\s+'([A-Za-z0-9+/]*={0,2})'\s*\|\s*base64\s+(?:--decode|-d|-D)\s*\|\s*/

const command = /^\s*(?:\$\s+)?curl(?:\.exe)?\s+\S/

/** The command, and the base64 of what is piped into it; null where nothing is. */
export function splitPipe(text: string): { command: string; base64: string | null } {
  const pipe = pipedBytes.exec(text)
  return pipe === null
    ? { command: text, base64: null }
    : { command: text.slice(pipe[0].length), base64: pipe[1] ?? '' }
}

/** Apart from what reads the command, so that a form can tell one before that is loaded. */
export const isCurlCommand = (text: string) => command.test(splitPipe(text).command)
