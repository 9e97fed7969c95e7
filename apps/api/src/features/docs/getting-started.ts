import { html } from '../../pages/html.ts'

export const gettingStarted = html`
  <h1>Getting started</h1>
  <p>
    Knockwire calls your HTTP endpoints on a schedule and records every answer: status code, time, headers, body. You
    see each run in a chart and a table within seconds of its end.
  </p>

  <h2>Your first task</h2>
  <ol>
    <li><a href="/signup">Open an account</a>. A code confirms your address; you can go on without it.</li>
    <li>
      Under <a href="/dashboard/tasks">Tasks</a>, press <strong>Create task</strong>. What you type is kept as a draft,
      so nothing is lost if you leave.
    </li>
    <li>Enter the URL to call, its method, and where needed headers, a body, or basic authentication.</li>
    <li>Choose <a href="/docs/schedules">when it runs</a>, and press <strong>Create</strong>. It runs at once.</li>
    <li>
      Open <strong>History</strong>: <a href="/docs/executions">every run</a> with its request and its answer. New ones
      appear while you watch.
    </li>
  </ol>
  <p><strong>Test</strong> runs a task once, also while it is disabled, and changes nothing else.</p>

  <h2>More</h2>
  <ul>
    <li><a href="/docs/schedules">Schedules</a>: intervals, cron expressions, one time, time zones</li>
    <li><a href="/docs/executions">Executions</a>: what is sent, what counts as a failure, what is kept</li>
    <li><a href="/docs/conditions">Conditions</a> and <a href="/docs/notifications">notifications</a>: being told</li>
    <li><a href="/docs/receivers">Receivers</a>: endpoints of yours that record what they are sent</li>
    <li><a href="/docs/accounts">Accounts and API tokens</a></li>
    <li><a href="/docs/plans">Plans and limits</a></li>
    <li><a href="/docs/api/">API</a>: every call that the dashboard makes</li>
  </ul>
`
