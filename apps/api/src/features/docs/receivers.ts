import { answerVariables } from '@knockwire/domain/templates/variables'
import { html } from '../../pages/html.ts'
import { variablesTable } from './variables-table.ts'

const refusals: [status: number, meaning: string][] = [
  [404, 'There is no receiver at this address, or it is disabled.'],
  [405, 'The method is neither GET nor POST.'],
  [413, 'The body is larger than 1 MiB.'],
  [429, 'The plan’s calls a minute are used up; Retry-After says for how long.'],
  [503, 'It could not be recorded. Retry-After says when to send it again.'],
]

const refusalRows = refusals.map(
  ([status, meaning]) =>
    html`<tr>
      <td><code>${status}</code></td>
      <td>${meaning}</td>
    </tr>`,
)

export const receivers = html`
  <h1>Receivers</h1>
  <p>
    A receiver is a URL that takes webhooks, answers as you configured it, and records each request: its method, path
    and query, headers in their order, body as it came, and where it came from. The values of
    <code>Authorization</code>, <code>Cookie</code>, <code>X-Api-Key</code> and the like are encrypted in our database
    and hidden in the history until you ask for them; templates can use them.
  </p>
  <pre tabindex="0">
curl -X POST -H 'Content-Type: application/json' -d '{"hello":"world"}' &lt;the receiver's URL&gt;</pre>
  <p>
    Anything may follow the URL: <code>/r/token/orders?id=7</code> reaches the same receiver. The answer is sent after
    the request was recorded, so what was answered is never lost.
  </p>

  <h2>The answer</h2>
  <p>Its code, its content type, and a <a href="https://shopify.github.io/liquid/">Liquid</a> template for its body:</p>
  <pre tabindex="0">
{"received": {{ request.body | json: "$.id" | json }}, "from": {{ request.query.source | json }}}</pre>
  <p>
    <code>json: "$.id"</code> reads a part of a JSON body by its path; <code>json</code> at the end writes a value as
    JSON, with the quotes of a text, and <code>null</code> for what is not there.
  </p>
  ${variablesTable('Variables of answers', answerVariables)}
  <p>
    Where a template fails the answer is 500, and the request is recorded with the reason. Answers run no scripts in a
    browser: they come from an origin of their own, sandboxed and without cookies.
  </p>

  <h2>What is answered without being recorded</h2>
  <div class="scroll" tabindex="0" role="region" aria-label="Refusals">
    <table>
      <thead>
        <tr>
          <th scope="col">Code</th>
          <th scope="col">Why</th>
        </tr>
      </thead>
      <tbody>
        ${refusalRows}
      </tbody>
    </table>
  </div>

  <h2>Replay</h2>
  <p>
    A recorded request can be sent again, from its row in the history, to a URL of yours: with its method, headers and
    body. What it answers is shown at once.
  </p>

  <h2>Being told</h2>
  <p>A receiver tells by email or Slack at each request: see <a href="/docs/notifications">Notifications</a>.</p>
`
