const unseen: ReadonlySet<string> = new Set(['script', 'style', 'template', 'iframe', 'noembed', 'noframes'])

/** Whether a browser shows nothing of an element of this name. */
export const isUnseenElement = (name: string): boolean => unseen.has(name.toLowerCase())
