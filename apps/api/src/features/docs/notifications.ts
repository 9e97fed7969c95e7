import { receiverVariables, taskVariables } from '@knockwire/domain/templates/variables'
import { html } from '../../pages/html.ts'
import { variablesTable } from './variables-table.ts'

export const notifications = html`
  <h1>Notifications</h1>
  <p>
    A task may have 20 notifications, a receiver 10. A task's are sent where their
    <a href="/docs/conditions">condition</a> holds; a receiver's at each request.
  </p>

  <h2>Where to</h2>
  <ul>
    <li>
      <strong>Email</strong>, to addresses that were confirmed with a code. Whoever gets the mail can unsubscribe from
      it.
    </li>
    <li><strong>Text message</strong>, to numbers of the US and Canada only. They begin with +1.</li>
    <li><strong>Slack</strong>, to the channel that you pick at Slack.</li>
    <li><strong>HTTP</strong>: a request of yours, signed by us.</li>
  </ul>

  <h2>Delivery</h2>
  <p>
    Each is tried up to five times within about 15 minutes: after timeouts, 5xx and 429 (as late as its
    <code>Retry-After</code> asks). Any other 4xx ends it. The execution shows what became of each, with the provider's
    words. What your <a href="/docs/plans">plan</a> has no room for is not sent, is shown as such, and you are told
    once.
  </p>

  <p>
    A test run tells whatever has been told before, and changes nothing of it; its messages begin the condition with
    “Test run:”, as a recovery's begin it with “No longer:”.
  </p>

  <h2>Templates</h2>
  <p>Messages are written in <a href="https://shopify.github.io/liquid/">Liquid</a>:</p>
  <pre tabindex="0">
{{ task.name }} answered {{ response.code }} after {{ response.time }} ms.
{% if condition.holds %}It is down.{% else %}It is up again.{% endif %}
First price: {{ response.body | json: "$.items[0].price" }}</pre>
  <p>The <code>json</code> filter reads JSON by a path. For tasks:</p>
  ${variablesTable('Variables of tasks', taskVariables)}
  <p>For receivers:</p>
  ${variablesTable('Variables of receivers', receiverVariables)}

  <h2>Checking the signature of an HTTP notification</h2>
  <p>
    Requests are signed in the form of <a href="https://www.standardwebhooks.com">Standard Webhooks</a>, so any of its
    libraries can check them. The secret stands in the dialog of HTTP notifications, and is the same for all of yours.
  </p>
  <pre tabindex="0">
import { createHmac, timingSafeEqual } from 'node:crypto'

const isFromKnockwire = (headers, body, secret) => {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.')
  const expected = createHmac('sha256', key).update(signed).digest()
  const isFresh = Math.abs(Date.now() / 1000 - headers['webhook-timestamp']) < 300
  const [, given = ''] = headers['webhook-signature'].split(',')
  const signature = Buffer.from(given, 'base64')
  return isFresh &amp;&amp; signature.length === expected.length &amp;&amp; timingSafeEqual(signature, expected)
}</pre>
  <p>
    Check the body as it came, before it is parsed. A notification that is tried again keeps its
    <code>webhook-id</code>: use it to do things once.
  </p>
`
