/**
 * Every command with its options, once: arguments are read, help is printed, shells complete and the reference on the site is written
 * from this.
 */
export interface OptionHelp {
  name: string
  short?: string
  /** What its value is called; left out where it is a switch. */
  value?: string
  /** May stand several times. */
  isMultiple?: boolean
  text: string
}

export interface CommandHelp {
  name: string
  /** Its arguments, as help shows them. */
  args?: string
  summary: string
  text?: string
  options?: readonly OptionHelp[]
  examples?: readonly (readonly [command: string, text: string])[]
  exits?: readonly (readonly [code: number, text: string])[]
}

export const globalOptions: readonly OptionHelp[] = [
  { name: 'url', value: 'URL', text: 'The server’s address. Default: KNOCKWIRE_URL, or the one that login saved.' },
  { name: 'help', short: 'h', text: 'Show help for the command.' },
  { name: 'version', text: 'Show the version of this program.' },
]

const file: OptionHelp = {
  name: 'file',
  short: 'f',
  value: 'FILE',
  text: 'The file to read. Default: knockwire.yaml, knockwire.yml or knockwire.json in this folder.',
}
const json: OptionHelp = { name: 'json', text: 'Print the result as JSON.' }
const prune: OptionHelp = {
  name: 'prune',
  value: 'none|pause|delete',
  text: 'What to do with objects of the project that the file no longer contains. Default: none, which keeps them.',
}

export const commands: readonly CommandHelp[] = [
  {
    name: 'login',
    args: '[URL]',
    summary: 'Save a server’s address and an API token',
    text: 'Asks for a token, which you create in the dashboard under Account, API tokens. It is saved in a file that only you can read. In pipelines, set KNOCKWIRE_URL and KNOCKWIRE_TOKEN instead.',
    options: [{ name: 'token-stdin', text: 'Read the token from standard input.' }],
  },
  { name: 'logout', summary: 'Delete the saved address and token' },
  { name: 'whoami', summary: 'Show the server, the account and what the token may do', options: [json] },
  {
    name: 'validate',
    summary: 'Check the file without a server',
    options: [file, json],
    exits: [
      [0, 'The file is valid.'],
      [1, 'The file is not valid. Each problem is shown with its file, line and column.'],
    ],
  },
  {
    name: 'plan',
    summary: 'Show what applying the file would change',
    options: [
      file,
      prune,
      json,
      { name: 'out', value: 'PLAN', text: 'Save the plan to this file, for knockwire apply PLAN.' },
    ],
    exits: [
      [0, 'Nothing would change.'],
      [2, 'Something would change.'],
      [1, 'The file cannot be applied.'],
    ],
  },
  {
    name: 'apply',
    args: '[PLAN]',
    summary: 'Make the account match the file',
    text: 'Shows the plan, asks before anything is deleted, and applies all of it or nothing. With a plan that knockwire plan --out saved, it applies exactly that plan, unless the project has changed since.',
    options: [file, prune, json, { name: 'yes', short: 'y', text: 'Delete without asking.' }],
    exits: [
      [0, 'Applied, or there was nothing to change.'],
      [1, 'Nothing was applied.'],
    ],
  },
  {
    name: 'export',
    args: '[KEY…]',
    summary: 'Write tasks and receivers as a file',
    text: 'All of them, or those with the given keys or ids. Secrets are not written: not secret headers, not passwords, and not the values of URL parameters such as token. ${secret:NAME} stands in their place, and the names are listed.',
    options: [
      {
        name: 'project',
        value: 'NAME',
        text: 'The project to name in the file. Default: that of the file in this folder, the project that manages them, if there is exactly one, or main.',
      },
      { name: 'out', short: 'o', value: 'FILE', text: 'Write to this file instead of standard output.' },
      {
        name: 'split',
        value: 'FOLDER',
        text: 'Write one file for each task and receiver, and a knockwire.yaml that includes them.',
      },
      {
        name: 'keep-secrets',
        text: 'Write { secret: true } in place of secret headers and passwords: the stored values stay. Such a file can only be applied to this account. URL parameters are written as they are.',
      },
      { name: 'force', text: 'Overwrite existing files.' },
    ],
  },
  {
    name: 'adopt',
    args: '[ID…]',
    summary: 'Give keys to what was made by hand',
    text: 'The tasks and receivers with the given ids, or all that have no key. Nothing else of them changes. All of them are checked before the first one gets its key. Afterwards, knockwire export writes them as a file, and applying it manages them instead of creating them again.',
    exits: [
      [0, 'All of them have keys.'],
      [1, 'Something is wrong with one of them, and no keys were given.'],
    ],
  },
  {
    name: 'mv',
    args: 'task|receiver FROM TO',
    summary: 'Rename a key in the file and keep the history',
    options: [file],
  },
  {
    name: 'run',
    args: 'KEY',
    summary: 'Run a task once, now',
    options: [
      { name: 'wait', short: 'w', text: 'Wait until the run has ended, and show it.' },
      { name: 'notify', text: 'Send notifications, as a scheduled run does.' },
      {
        name: 'timeout',
        value: 'DURATION',
        text: 'How long --wait waits, such as 90s or 10m. Default: 5m.',
      },
      json,
    ],
    exits: [
      [0, 'The run was started. With --wait: it got a response, and no condition is met.'],
      [3, 'With --wait: the condition of a notification is met.'],
      [1, 'The task could not be run. With --wait: the run failed, or did not end in time.'],
    ],
  },
  {
    name: 'runs tail',
    args: 'KEY…',
    summary: 'Show runs of tasks as they end',
    options: [
      {
        name: 'since',
        value: 'start|now',
        text: 'Begin with the oldest run that is kept, or with the next one. Default: now.',
      },
      json,
    ],
  },
  {
    name: 'secrets set',
    args: 'NAME',
    summary: 'Store a secret',
    text: 'Asks for the value, or reads it from standard input. ${secret:NAME} stands for it in URLs, headers, bodies and passwords.',
  },
  { name: 'secrets list', summary: 'List the names of secrets, and what uses them', options: [json] },
  {
    name: 'secrets rm',
    args: 'NAME',
    summary: 'Delete a secret',
    options: [{ name: 'force', text: 'Delete it even if something uses it, whose calls then fail.' }],
  },
  {
    name: 'listen',
    args: 'RECEIVER',
    summary: 'Forward what a receiver gets to a server on your machine',
    text: 'Name the receiver by its key, id or URL. Method, headers and body are forwarded as they came, and whatever followed the receiver’s URL is appended to the target. listen remembers its position: when you start it again, it continues where it stopped. On a terminal, r sends the last request again and q quits.',
    options: [
      { name: 'to', value: 'URL', text: 'The target, such as http://localhost:3000/hooks, or a port of localhost.' },
      {
        name: 'since',
        value: 'start|now|DURATION',
        text: 'Begin with the oldest request that is kept, with the next one, or with those of a duration such as the last 10m. Default: where it stopped, or now.',
      },
      { name: 'concurrency', value: 'N', text: 'How many at once, 1 to 100. Default: 1, which keeps their order.' },
      {
        name: 'filter',
        value: 'TEST',
        isMultiple: true,
        text: 'Forward only requests that pass: method=POST, path=/a, header.x-event=push, json.type=paid. = means equal, != not equal, ~= contains. May be repeated; a request has to pass all of them.',
      },
      { name: 'print', text: 'Show headers and bodies.' },
      { name: 'timeout', value: 'DURATION', text: 'How long to wait for a response. Default: 30s.' },
      { name: 'insecure', text: 'Accept any certificate from the target.' },
    ],
    exits: [
      [0, 'Stopped by q, Ctrl+C or a signal.'],
      [4, 'The token is no longer valid.'],
      [5, 'The receiver no longer exists.'],
      [1, 'Any other error.'],
    ],
  },
  {
    name: 'completion',
    args: 'bash|zsh|fish',
    summary: 'Print a completion script for a shell',
    examples: [['source <(knockwire completion bash)', 'Add this line to ~/.bashrc.']],
  },
]
