import { scopeLabels, type TokenScope } from '@knockwire/domain/accounts/token-scopes'

/** What each scope lets a program do, as the dialog that makes a token says it. */
export const scopeChoices: readonly { scope: TokenScope; label: string; description: string }[] = [
  {
    scope: 'tasks:read',
    label: scopeLabels['tasks:read'],
    description: 'Their settings, notifications and executions, without secrets.',
  },
  { scope: 'tasks:write', label: scopeLabels['tasks:write'], description: 'Also create, change, run and delete them.' },
  {
    scope: 'receivers:read',
    label: scopeLabels['receivers:read'],
    description: 'Their settings, notifications and requests, without secrets.',
  },
  {
    scope: 'receivers:write',
    label: scopeLabels['receivers:write'],
    description: 'Also create, change and delete them.',
  },
  {
    scope: 'requests:reveal',
    label: scopeLabels['requests:reveal'],
    description: 'Show the header values that are masked in executions and requests.',
  },
  {
    scope: 'secrets:write',
    label: scopeLabels['secrets:write'],
    description: 'List, set and delete secrets. Their values are never shown.',
  },
  { scope: 'apply', label: scopeLabels.apply, description: 'Plan and apply files of tasks and receivers.' },
]
