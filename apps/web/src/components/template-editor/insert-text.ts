export interface Selection {
  start: number
  end: number
}

/** The text with what was inserted in the place of what was selected; `caret` stands behind it. */
export function insertText(text: string, { start, end }: Selection, inserted: string): { text: string; caret: number } {
  return { text: text.slice(0, start) + inserted + text.slice(end), caret: start + inserted.length }
}

/** A variable as a template writes it. */
export const variableTag = ({ name }: { name: string }) => `{{ ${name} }}`
