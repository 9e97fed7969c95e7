import type { ExecutionErrorCode } from '@knockwire/domain/executions/execution'
import { html } from '../../pages/html.ts'

const errors: Record<ExecutionErrorCode, string> = {
  DNS_NOT_FOUND: 'The host name leads nowhere.',
  CONNECTION_REFUSED: 'Nothing accepts connections there.',
  CONNECTION_RESET: 'The connection broke before the answer was complete.',
  TLS_INVALID: 'The certificate is not valid for the host. A task can be told to accept it all the same.',
  TIMEOUT: 'There was no complete answer within 30 seconds.',
  BLOCKED_ADDRESS: 'The address belongs to a private or reserved network, which tasks may not call.',
  TOO_MANY_REDIRECTS: 'The call was redirected more than 10 times.',
  INVALID_RESPONSE: 'What came back is not HTTP that can be read.',
  INTERRUPTED: 'Our server went away during the call, and the method is not safe to repeat.',
  INTERNAL: 'Something failed on our side.',
}

const errorRows = Object.entries(errors).map(
  ([code, meaning]) =>
    html`<tr>
      <td><code>${code}</code></td>
      <td>${meaning}</td>
    </tr>`,
)

export const executions = html`
  <h1>Executions</h1>
  <p>
    Each run of a task is an execution. It is <strong>succeeded</strong> when an HTTP response came, whatever its code,
    and <strong>failed</strong> when none came.
  </p>

  <h2>What is sent</h2>
  <p>
    Your request as you wrote it, with <code>User-Agent: Knockwire</code> and <code>Knockwire-Execution-Id</code> unless
    you set them yourself. Headers go out in your order, those of one name one by one. A body goes with POST, PUT and
    PATCH. Up to 10 redirects are followed if you allow it; credentials and cookies are dropped when one leads to
    another origin.
  </p>

  <h2>What is kept</h2>
  <p>
    Every header that went out with the first request and every one that came with the last response, in their order,
    <code>Set-Cookie</code> one by one; the response's code, timing, and up to 1 MiB of its body after decompression.
    Passwords are encrypted in our database and never shown again.
  </p>
  <p>
    The values of <code>Set-Cookie</code>, <code>Authorization</code>, <code>X-Api-Key</code> and the like are encrypted
    in our database and hidden in the history until you ask for them. Those that were sent stay hidden.
  </p>

  <h2>Why a run failed</h2>
  <div class="scroll" tabindex="0" role="region" aria-label="Errors">
    <table>
      <thead>
        <tr>
          <th scope="col">Error</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${errorRows}
      </tbody>
    </table>
  </div>
  <p>
    A task whose scheduled runs fail several times in a row is disabled, and its owner is told by email. Your
    <a href="/docs/plans">plan</a> says how many.
  </p>
`
