import { html } from '../../pages/html.ts'
import { page } from '../../pages/page.ts'

/** Asks first: mail programs open the links of mails without a click, to look what is behind them. */
export const askPage = (address: string): string =>
  page({
    title: 'Unsubscribe',
    body: html`<h1>Stop notifications to ${address}?</h1>
      <p>The account that notifies <strong>${address}</strong> will no longer be able to email this address.</p>
      <form method="post"><button type="submit">Unsubscribe</button></form>`,
  })

export const donePage = (address: string): string =>
  page({
    title: 'Unsubscribed',
    body: html`<h1>You are unsubscribed</h1>
      <p>No more notifications of that account will be sent to <strong>${address}</strong>.</p>
      <p>If it was a mistake, the account’s owner can ask for this address to be confirmed again.</p>`,
  })

/** Of the daily mortgage rates. */
export const askRatesPage = (address: string): string =>
  page({
    title: 'Unsubscribe',
    body: html`<h1>No more daily mortgage rates?</h1>
      <p>The daily email with mortgage rates to <strong>${address}</strong> will end.</p>
      <form method="post"><button type="submit">Unsubscribe</button></form>`,
  })

export const doneRatesPage = (address: string): string =>
  page({
    title: 'Unsubscribed',
    body: html`<h1>You are unsubscribed</h1>
      <p>No more daily mortgage rates will be sent to <strong>${address}</strong>.</p>
      <p data-part="rates">If it was a mistake, subscribe again at <a href="/rates">Mortgage Rates</a>.</p>`,
  })

export const unknownPage = (): string =>
  page({
    title: 'Unsubscribe',
    body: html`<h1>This link is incomplete</h1>
      <p>Open the whole link from the email again.</p>`,
  })
