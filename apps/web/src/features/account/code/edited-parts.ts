/** What the parts of a definition are called on screens, where that is another word. */
const names: Readonly<Record<string, string>> = {
  scheduler: 'schedule',
  charts: 'bookmarks',
  responseCode: 'response',
  responseHeaders: 'response',
  responseBody: 'response',
  expectation: 'heartbeat',
  otherAddresses: 'other addresses',
}

/** The parts of a task or receiver that these JSON pointers lead into, each once: `/scheduler/intervalSecond` into its schedule. */
export const editedParts = (paths: readonly string[]): string[] => [
  ...new Set(
    paths.map((path) => {
      const part = path.split('/')[1] ?? path
      return names[part] ?? part
    }),
  ),
]
