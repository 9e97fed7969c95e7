import { html } from '../../pages/html.ts'

export const accountsPage = html`
  <h1>Accounts and API tokens</h1>

  <h2>Signing in</h2>
  <p>
    With a password, a <a href="/dashboard/account/security">passkey</a>, or your company’s single sign-on where this
    server has it. <a href="/forgot">Forgot your password?</a> A 6-digit code goes to your address; it works for 10
    minutes, once, in the browser or network that asked for it.
  </p>
  <p>
    Under <a href="/dashboard/account/security">Security</a> you see every browser that is signed in and sign it out.
    Changing the password signs out all others. What opens your account asks for your password again after 10 minutes,
    and each such change is mailed to you.
  </p>

  <h2>API tokens</h2>
  <p>
    Everything that the dashboard does is <a href="/docs/api">an API</a>. Programs use it with a
    <a href="/dashboard/account/tokens">personal token</a>, which is shown once, when you create it:
  </p>
  <pre><code>curl -H "Authorization: Bearer kw_…" https://knockwire.example/api/v1/tasks</code></pre>
  <ul>
    <li>A <strong>read-only</strong> token gets 403 for whatever would change something.</li>
    <li>
      No token changes your password, passkeys, address, sessions, tokens, plan or card, exports all your data at once,
      or deletes your account.
    </li>
    <li>A token that has expired or was revoked gets 401. When each was last used stands in the list.</li>
  </ul>

  <h2>Your data</h2>
  <p>
    <a href="/dashboard/account/data">Download</a> everything in your account as one ZIP archive of
    <a href="https://jsonlines.org">JSON lines</a>: tasks, receivers, notifications and their whole histories. Deleting
    your account stops everything at once; what it stored is gone within minutes.
  </p>
`
