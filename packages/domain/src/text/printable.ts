/**
 * The text without what no mail server, provider or database takes, and what a terminal obeys when it is pasted there:
 * control characters but tabs and line breaks, and halves of surrogate pairs, are shown as U+FFFD.
 */
export const printable = (text: string): string => text.replace(/[^\P{Cc}\t\n\r]/gu, '\uFFFD').toWellFormed()
