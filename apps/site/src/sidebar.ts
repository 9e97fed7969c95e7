import { callGroups } from './data/openapi.ts'

/** The documentation's contents, one question a page. */
export const sidebar = [
  { label: 'Start here', items: ['docs', 'docs/concepts'] },
  { label: 'Monitor', items: ['docs/tasks', 'docs/schedules', 'docs/requests', 'docs/executions'] },
  { label: 'Get notified', items: ['docs/conditions', 'docs/notifications', 'docs/templates', 'docs/signatures'] },
  { label: 'Receive webhooks', items: ['docs/receivers', 'docs/responses', 'docs/heartbeats', 'docs/replay'] },
  { label: 'As code', items: ['docs/as-code', 'docs/file', 'docs/listen', 'docs/cli'] },
  {
    label: 'More',
    items: [
      { slug: 'docs/rates', attrs: { 'data-part': 'rates' } },
      'docs/accounts',
      { slug: 'docs/plans', attrs: { 'data-part': 'plans' } },
      'docs/security',
    ],
  },
  {
    label: 'API',
    items: [
      { slug: 'docs/api/overview', label: 'Using the API' },
      'docs/api/following',
      'docs/api/mcp',
      { label: 'Reference', link: '/docs/api' },
      {
        label: 'Calls',
        collapsed: true,
        items: callGroups.map(({ tag, slug }) => ({ label: tag, link: `/docs/api/${slug}` })),
      },
    ],
  },
  {
    label: 'Run it yourself',
    items: [
      'docs/self-hosting',
      'docs/self-hosting/deploy',
      'docs/self-hosting/sizing',
      'docs/self-hosting/network',
      'docs/self-hosting/settings',
      'docs/self-hosting/postgresql',
      'docs/self-hosting/containers',
      'docs/self-hosting/scaling',
      'docs/self-hosting/measurements',
      'docs/self-hosting/backup',
      'docs/self-hosting/upgrading',
      'docs/changelog',
      'docs/self-hosting/team',
      'docs/self-hosting/operator',
      'docs/self-hosting/keys',
      'docs/self-hosting/observability',
      'docs/self-hosting/runbook',
    ],
  },
  {
    label: 'How it compares',
    items: [
      'docs/compare/cron-job-org',
      'docs/compare/uptime-kuma',
      'docs/compare/checkly',
      'docs/compare/webhook-site',
    ],
  },
]
