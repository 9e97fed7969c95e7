import type { BrowserContext, ConsoleMessage, Request, Response } from '@playwright/test'

/** A refusal that a test provokes: the answer's status and a part of the call's URL. */
interface Announced {
  status: number
  url: string
  hasCome: boolean
}

/** Whatever goes wrong in the browser fails the test, unless the test has announced it. */
export interface Problem {
  /** This refusal will come, and has to. */
  announce: (status: number, url: string) => void
  /** A line with this text will come on the console, and has to. */
  announceLine: (text: string) => void
  /** Until the network is back, calls fail. */
  announceNoNetwork: () => void
  announceNetworkBack: () => void
}

/** A network link of the machine came or went, as the trial of outages makes them beside: what a page misses then, it shows. */
const isOfMachine = (request: Request) => request.failure()?.errorText === 'net::ERR_NETWORK_CHANGED'

/** A call that the page itself gave up, by going elsewhere or by asking again. */
const isTakenBack = (request: Request) => request.failure()?.errorText === 'net::ERR_ABORTED'

/** Of a call that the browser did not let out. As the network comes back, some are made a moment too early. */
const isKeptIn = (request: Request) => request.failure()?.errorText === 'net::ERR_INTERNET_DISCONNECTED'

/** The browser's own line for an answer from 400 on, or for none; those are judged as answers. */
const isAboutAnAnswer = (message: ConsoleMessage) => message.text().startsWith('Failed to load resource')

/** A machine that has other work draws a page seconds after it has loaded: then the browser takes what is preloaded for unused. */
const isAboutPreload = (message: ConsoleMessage) =>
  message.text().includes('was preloaded using link preload but not used')

export const collectPageErrors = (context: BrowserContext): { problem: Problem; found: () => string[] } => {
  const announced: Announced[] = []
  const announcedLines: { text: string; hasCome: boolean }[] = []
  const seen: string[] = []
  let hasNetwork = true
  let hadNone = false

  context.on('console', (message) => {
    const isBad = message.type() === 'error' || message.type() === 'warning'
    if (!isBad || isAboutAnAnswer(message) || isAboutPreload(message)) return
    const expected = announcedLines.find(({ text }) => message.text().includes(text))
    if (expected) expected.hasCome = true
    else seen.push(`console ${message.type()}: ${message.text()}`)
  })
  context.on('weberror', (error) => seen.push(`page error: ${error.error().stack ?? error.error().message}`))
  context.on('requestfailed', (request) => {
    if (hasNetwork && !isTakenBack(request) && !isOfMachine(request) && !(hadNone && isKeptIn(request)))
      seen.push(`no answer: ${request.method()} ${request.url()} (${request.failure()?.errorText})`)
  })
  context.on('response', (response: Response) => {
    if (response.status() < 400) return
    const expected = announced.find(({ status, url }) => response.status() === status && response.url().includes(url))
    if (expected) expected.hasCome = true
    else seen.push(`${response.status()}: ${response.request().method()} ${response.url()}`)
  })

  return {
    problem: {
      announce: (status, url) => announced.push({ status, url, hasCome: false }),
      announceLine: (text) => announcedLines.push({ text, hasCome: false }),
      announceNoNetwork: () => {
        hasNetwork = false
        hadNone = true
      },
      announceNetworkBack: () => (hasNetwork = true),
    },
    found: () => [
      ...seen,
      ...announced
        .filter(({ hasCome }) => !hasCome)
        .map(({ status, url }) => `announced, but not come: ${status} ${url}`),
      ...announcedLines
        .filter(({ hasCome }) => !hasCome)
        .map(({ text }) => `announced, but not come: on the console, ${text}`),
    ],
  }
}
