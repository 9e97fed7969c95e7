import { html } from '../../pages/html.ts'

export const blog = html`
  <h1>Blog</h1>
  <p>
    We will write here about what changes in Knockwire and what we learn while running it. There are no posts yet. Until
    then, <a href="/docs">the documentation</a> says what it can do today.
  </p>
`
