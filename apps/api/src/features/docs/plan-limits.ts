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
`
