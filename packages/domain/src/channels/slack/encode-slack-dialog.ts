import type { SlackDialog } from './slack-dialog.ts'

/** As `decodeSlackDialog` reads it. */
export const encodeSlackDialog = (dialog: SlackDialog): string => JSON.stringify(dialog)
