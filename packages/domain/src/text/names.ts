/** Of a task or a receiver, in characters. */
export const longestName = 200

/** What a copy is called: "Shop (copy)", within the length that names may have. */
export const copyName = (name: string): string => `${name.slice(0, longestName - 7).toWellFormed()} (copy)`
