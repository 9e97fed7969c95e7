/** A command that makes a request worth looking at, for a terminal. */
export const curlLine = (url: string): string =>
  `curl '${url}' -H 'Content-Type: application/json' -d '{"hello": "world"}'`
