import type { Page } from '@playwright/test'

/** The page is then of another build than the server, like a tab that stays open over an upgrade: it checks each response. */
export const beOfAnotherBuild = (page: Page) =>
  page.addInitScript(() => {
    const rename = () => document.querySelector('meta[name="knockwire-build"]')?.setAttribute('content', 'another')
    new MutationObserver(rename).observe(document, { childList: true, subtree: true })
  })

/** What such a page shows instead of a response that it cannot read. */
export const unknownForm = 'This page is out of date. Reload it.'
