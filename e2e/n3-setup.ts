import setUp from './harness/global-setup.ts'
import { startSlackPage } from './harness/slack-page.ts'
export default async () => {
  process.env['WEB_ROOT'] = '/tmp/n3/web'
  const slack = await startSlackPage()
  Object.assign(process.env, slack.environment)
  const stop = await setUp()
  return async () => {
    await stop()
    await slack.close()
  }
}
