import { encodeSlackDialog, type SlackDialog } from '@knockwire/domain/channels/slack/slack-dialog'

/** The page with its dialog open as it was left, and what came of it. */
export const returnToDialog = (
  page: string,
  dialog: SlackDialog,
  outcome: { channelId: string } | { error: string },
): string => {
  const { error: _before, ...left } = dialog
  const query = new URLSearchParams({ slackModalState: encodeSlackDialog({ ...left, ...outcome }) })
  return `${page}?${query.toString()}`
}
