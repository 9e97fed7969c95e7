import type { TokenScope } from '@knockwire/domain/accounts/token-scopes'

/** What each scope lets a program do, as the dialog that makes a token says it. */
export const scopeChoices: readonly { scope: TokenScope; label: string; description: string }[] = [
  {
    scope: 'tasks:read',
    label: 'See tasks',
    description: 'Their settings, notifications and executions, without secrets.',
  },
  { scope: 'tasks:write', label: 'Change tasks', description: 'Also create, change, run and delete them.' },
  {
    scope: 'receivers:read',
    label: 'See receivers',
    description: 'Their settings, notifications and requests, without secrets.',
  },
  { scope: 'receivers:write', label: 'Change receivers', description: 'Also create, change and delete them.' },
  {
    scope: 'requests:reveal',
    label: 'Reveal secret headers',
    description: 'Show the header values that are masked in executions and requests.',
  },
  {
    scope: 'secrets:write',
    label: 'Set secrets',
    description: 'List, set and delete secrets. Their values are never shown.',
  },
  { scope: 'apply', label: 'Apply files', description: 'Plan and apply files of tasks and receivers.' },
]
