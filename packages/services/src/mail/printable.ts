/**
 * The text without what no mail server, provider or database takes: control characters but tabs and line breaks, and halves
 * of characters, are shown as U+FFFD.
 */
export const printable = (text: string): string => text.replace(/[^\P{Cc}\t\n\r]/gu, '\uFFFD').toWellFormed()
