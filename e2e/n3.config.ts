import config from './playwright.config.ts'
export default {
  ...config,
  globalSetup: './n3-setup.ts',
  outputDir: '/tmp/n3/results',
  testMatch: 'notifications/*.spec.ts',
}
