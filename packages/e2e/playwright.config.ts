import { defineConfig } from '@playwright/test'
// @boundaries-ignore the tests are started by infra, which also finds their browser
import { findChromium } from '../../infra/test/chromium.ts'

const screenshots = process.env['SCREENSHOTS']

const executablePath = findChromium()

export default defineConfig({
  testDir: 'journeys',
  // Pictures are taken where they are requested, and then nothing else is done.
  ...(screenshots ? { testMatch: 'screenshots.spec.ts' } : { testIgnore: 'screenshots.spec.ts' }),
  globalSetup: './harness/global-setup.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // More than there are cores: journeys wait for polls and timers, too.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // Generous, for machines that have other work: what passes does not wait for them.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    actionTimeout: 20_000,
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    colorScheme: 'light',
    // Nothing fades or slides: a step waits for no transition, and none is drawn.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      // No page lives long enough to earn back what the optimising compilers cost, or to need a young generation that grows.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        // The pages that a context has one after the other share a process; see harness/kept-context.ts.
        '--process-per-site',
        '--js-flags=--no-turbofan,--no-maglev,--min-semi-space-size=16',
        // Of the browser's own processes each costs what it says to the others.
        '--in-process-gpu',
        '--enable-features=NetworkServiceInProcess2',
      ],
    },
  },
})
