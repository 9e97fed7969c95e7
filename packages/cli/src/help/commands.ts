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
  { name: 'url', value: 'URL', text: 'The server; else KNOCKWIRE_URL, or the one of knockwire login.' },
  { name: 'help', short: 'h', text: 'What the command does.' },
  { name: 'version', text: 'The version of this program.' },
]

const file: OptionHelp = {
  name: 'file',
  short: 'f',
  value: 'FILE',
  text: 'The file; else knockwire.yaml, knockwire.yml or knockwire.json of this folder.',
}
const json: OptionHelp = { name: 'json', text: 'The answer as JSON.' }
const prune: OptionHelp = {
  name: 'prune',
  value: 'none|pause|delete',
  text: 'What becomes of objects of the project that the file has no more. none, the default: they stay.',
}

export const commands: readonly CommandHelp[] = [
  {
    name: 'login',
    args: '[URL]',
    summary: 'Keep a server’s address and an API token',
    text: 'Asks for a token, which is made in the dashboard under Account, API tokens. It is kept in a file that its owner alone can read. Pipelines use KNOCKWIRE_URL and KNOCKWIRE_TOKEN instead.',
    options: [{ name: 'token-stdin', text: 'Read the token from the standard input.' }],
  },
  { name: 'logout', summary: 'Forget the address and the token' },
  { name: 'whoami', summary: 'Show the server, the account and what the token may do', options: [json] },
  {
    name: 'validate',
    summary: 'Check the file without a server',
    options: [file, json],
    exits: [
      [0, 'The file is in order.'],
      [1, 'It is not; each problem is shown with its file, line and column.'],
    ],
  },
  {
    name: 'plan',
    summary: 'Show what applying the file would change',
    options: [
      file,
      prune,
      json,
      { name: 'out', value: 'PLAN', text: 'Keep the plan in this file, for knockwire apply PLAN.' },
    ],
    exits: [
      [0, 'Nothing would change.'],
      [2, 'Something would.'],
      [1, 'The file cannot be applied.'],
    ],
  },
  {
    name: 'apply',
    args: '[PLAN]',
    summary: 'Make the account as the file says',
    text: 'Shows the plan, asks before anything is deleted, and applies all of it or nothing. Given a plan of knockwire plan --out, it applies exactly that, unless the project has changed since.',
    options: [file, prune, json, { name: 'yes', short: 'y', text: 'Delete without asking.' }],
    exits: [
      [0, 'Applied, or nothing to do.'],
      [1, 'Nothing was applied.'],
    ],
  },
  {
    name: 'export',
    args: '[KEY…]',
    summary: 'Write tasks and receivers as a file',
    text: 'All of them, or those of these keys or ids. Stored secrets are not shown: they are written as ${secret:NAME}, and the names are listed.',
    options: [
      {
        name: 'project',
        value: 'NAME',
        text: 'The project that the file is for; else the only one there is, or main.',
      },
      { name: 'out', short: 'o', value: 'FILE', text: 'Write to this file instead of the standard output.' },
      {
        name: 'split',
        value: 'FOLDER',
        text: 'One file for each task and receiver, and a knockwire.yaml that includes them.',
      },
      {
        name: 'keep-secrets',
        text: 'Write { secret: true } where a secret is stored: it stays as it is on this account.',
      },
      { name: 'force', text: 'Write over files that exist.' },
    ],
  },
  {
    name: 'adopt',
    args: '[ID…]',
    summary: 'Give what was made by hand a key, and write it as a file',
    text: 'The tasks and receivers of these ids, or all that have no key. What is printed goes into the file; applying it changes nothing but who manages them.',
    options: [{ name: 'out', short: 'o', value: 'FILE', text: 'Write to this file instead of the standard output.' }],
  },
  {
    name: 'mv',
    args: 'task|receiver FROM TO',
    summary: 'Rename a key in the file, and keep the history',
    options: [file],
  },
  {
    name: 'run',
    args: 'KEY',
    summary: 'Run a task once, now',
    options: [
      { name: 'wait', short: 'w', text: 'Wait for the end, and show it.' },
      { name: 'notify', text: 'Notify as a scheduled run does.' },
      {
        name: 'timeout',
        value: 'DURATION',
        text: 'With --wait: how long, such as 90s or 5m; 5m where it is left out.',
      },
      json,
    ],
    exits: [
      [0, 'It was started, or with --wait has ended with a response, and no condition is met.'],
      [3, 'With --wait: the condition of a notification is met.'],
      [1, 'With --wait: no response came; or it could not be run.'],
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
        text: 'Begin with the oldest run that is kept, or with what comes; now where it is left out.',
      },
      json,
    ],
  },
  {
    name: 'secrets set',
    args: 'NAME',
    summary: 'Store a secret',
    text: 'Its value is asked for, or read from the standard input. ${secret:NAME} stands for it in URLs, headers, bodies and passwords.',
  },
  { name: 'secrets list', summary: 'List the names of secrets, and what uses them', options: [json] },
  { name: 'secrets rm', args: 'NAME', summary: 'Delete a secret' },
  {
    name: 'listen',
    args: 'RECEIVER',
    summary: 'Forward what a receiver gets to a server on your machine',
    text: 'The receiver is named by its key, id or URL. Method, headers and body are sent as they came, and what stood behind the receiver’s URL is appended. It remembers how far it is: started again, it forwards what came meanwhile. On a terminal, r sends the last one again and q ends it.',
    options: [
      { name: 'to', value: 'URL', text: 'Where to, such as http://localhost:3000/hooks.' },
      {
        name: 'since',
        value: 'start|now|DURATION',
        text: 'Begin with the oldest request that is kept, with what comes, or with those of the last 10m, say.',
      },
      { name: 'concurrency', value: 'N', text: 'How many at once; 1 where it is left out, which keeps their order.' },
      {
        name: 'filter',
        value: 'TEST',
        isMultiple: true,
        text: 'Forward only what passes: method=POST, path=/a, header.x-event=push, json.type=paid; != is not, ~= contains. Several must all pass.',
      },
      { name: 'print', text: 'Show headers and bodies.' },
      { name: 'timeout', value: 'DURATION', text: 'How long an answer may take; 30s where it is left out.' },
      { name: 'insecure', text: 'Accept any certificate of the target.' },
    ],
    exits: [
      [0, 'Ended by q, Ctrl+C or a signal.'],
      [4, 'The token is not valid any more.'],
      [5, 'There is no such receiver any more.'],
      [1, 'Anything else.'],
    ],
  },
  {
    name: 'completion',
    args: 'bash|zsh|fish',
    summary: 'Print what completes commands in a shell',
    examples: [['source <(knockwire completion bash)', 'In ~/.bashrc.']],
  },
]
