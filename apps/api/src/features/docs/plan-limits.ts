import { plans, type PlanLimits } from '@knockwire/domain/plans/plans'
import { html, type Html } from '../../pages/html.ts'

const price = ({ priceCentsPerMonth: cents }: PlanLimits) =>
  cents === null ? 'by agreement' : cents === 0 ? '$0' : `$${(cents / 100).toFixed(2)}`

const kept = ({ history: { executions, days } }: PlanLimits) =>
  days === null ? `${executions}` : `${executions}, ${days} days`

const bytes = ({ storedBytes }: PlanLimits) =>
  storedBytes < 1024 ** 3 ? `${storedBytes / 1024 ** 2} MiB` : `${storedBytes / 1024 ** 3} GiB`

const rows: [label: string, read: (limits: PlanLimits) => string | number][] = [
  ['Price a month', price],
  ['Tasks', ({ tasks }) => tasks],
  ['Receivers', ({ receivers }) => receivers],
  ['Emails', ({ emails }) => `${emails.limit} a ${emails.per}`],
  ['Texts a month', ({ textsPerMonth }) => textsPerMonth],
  ['Receiver calls a minute', ({ receiverCallsPerMinute }) => receiverCallsPerMinute],
  ['Failures before a task is disabled', ({ failuresBeforeDeactivation }) => failuresBeforeDeactivation],
  ['Executions kept of each task or receiver', kept],
  ['Stored history of all tasks and receivers', bytes],
]

const all = Object.values(plans)
const cells = (values: (string | number)[]): Html[] => values.map((value) => html`<td>${value}</td>`)

export const planLimits = html`
  <h1>Plans and limits</h1>
  <p>Days and months are UTC calendar ones.</p>
  <div class="scroll" tabindex="0" role="region" aria-label="Plans">
    <table>
      <thead>
        <tr>
          <th scope="col">Limit</th>
          ${all.map(({ label }) => html`<th scope="col">${label}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([label, read]) =>
            html`<tr>
              <th scope="row">${label}</th>
              ${cells(all.map(read))}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>
  <h2>Changing your plan</h2>
  <p>
    You change it on your <a href="/dashboard/account">account page</a>, and it holds at once. Going up, the difference
    for the rest of the month is charged to your card; going down, it becomes credit that pays your next bills. Nothing
    is deleted when you go down: where you have more tasks or receivers than the plan includes, they go on working and
    you can create no new ones. Histories are cut to what the plan keeps.
  </p>
  <p>
    A payment that fails is tried again for some days, and your account page says when. After the last attempt the
    account moves to the Free plan. If you remove your card, the plan stays until the month that is paid for has ended.
    Enterprise and Super are set up by agreement: contact support.
  </p>
`
