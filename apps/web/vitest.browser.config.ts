import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
// @boundaries-ignore the tests are started by infra, which also finds their browser
import { findChromium } from '../../infra/test/chromium.ts'

const executablePath = findChromium()

/** Components in a real browser, with the API answered at the network: `*.test.tsx`. What needs no browser is `*.test.ts`. */
export default defineConfig({
  optimizeDeps: {
    // All that tests load later, too: what is found to be missing, or was not needed the last time, has the page reloaded in the middle.
    entries: [
      'src/main.tsx',
      'src/visitor.tsx',
      'src/**/*.worker.ts',
      'src/testing/**/*.{ts,tsx}',
      'src/**/*.test.tsx',
    ],
    force: true,
  },
  test: {
    name: 'web components',
    include: ['src/**/*.test.tsx'],
    setupFiles: ['src/testing/setup/setup.ts'],
    // One page runs all files, and loads each module once. What a test leaves behind is cleaned up in setup.ts.
    isolate: false,
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 60_000,
    // Generous, for machines that have other work: what passes does not wait for them.
    expect: { poll: { timeout: 60_000 } },
    browser: {
      enabled: true,
      headless: true,
      ui: false,
      screenshotFailures: false,
      // As generous: the page waits for its dependencies to be optimized, and for each module to be transformed.
      connectTimeout: 180_000,
      viewport: { width: 1280, height: 800 },
      instances: [{ browser: 'chromium' }],
      provider: playwright({
        actionTimeout: 60_000,
        contextOptions: {
          locale: 'en-US',
          timezoneId: 'Europe/Berlin',
          colorScheme: 'light',
          reducedMotion: 'reduce',
        },
        launchOptions: {
          ...(executablePath !== undefined && { executablePath }),
          args: [
            '--no-sandbox',
            '--disable-gpu',
            '--disable-background-networking',
            // Of the browser's own processes each costs what it says to the others.
            '--in-process-gpu',
            '--enable-features=NetworkServiceInProcess2',
          ],
        },
      }),
    },
  },
})
