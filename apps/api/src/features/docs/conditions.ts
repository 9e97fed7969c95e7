import { comparisonLabels } from '@knockwire/domain/conditions/comparisons'
import type { Comparison, ConditionSource } from '@knockwire/domain/conditions/condition'
import { sources } from '@knockwire/domain/conditions/sources'
import { html } from '../../pages/html.ts'

const values: Record<ConditionSource, string> = {
  response_code: 'A number; null where no response came.',
  response_time: 'Milliseconds; null where no response came.',
  response_header: 'The named header, upper or lower case alike. Several of one name are joined with a comma.',
  response_body_json:
    'What a JSON path finds in the body: one match is that value, several are a list, none is null. An empty path is the whole document; a body that is not JSON is null.',
  response_body_html_element: 'The text of the first element that a CSS selector finds, with white space folded.',
  response_body_text: 'The body as text.',
}

const meanings: [comparisons: Comparison[], meaning: string][] = [
  [['any'], 'Always holds.'],
  [
    ['has_changed'],
    'The value is another than in the task’s execution before. The first execution has not changed; lists and objects are compared by content.',
  ],
  [
    ['string_equal_to', 'string_contain'],
    'The value as text, upper and lower case told apart. A list or object is read as compact JSON.',
  ],
  [
    [
      'number_equal_to',
      'number_greater_than',
      'number_greater_than_or_equal_to',
      'number_less_than',
      'number_less_than_or_equal_to',
    ],
    'Numbers, and text that is a number. Anything else does not hold.',
  ],
  [
    ['string_not_equal_to', 'string_not_contain', 'number_not_equal_to'],
    'The exact opposite of its partner: “Number not equal to 200” holds where no response came, too.',
  ],
  [['collection_has_key'], 'An object’s own key, or a list’s index.'],
  [['collection_has_value'], 'An element of a list, or the value of one of an object’s keys.'],
  [['boolean_is_true', 'boolean_is_false'], 'true and “true”; false and “false”.'],
  [['is_null', 'not_null'], 'Whether there is a value at all.'],
]

const sourceRows = Object.entries(sources).map(
  ([source, { label }]) =>
    html`<tr>
      <td>${label}</td>
      <td>${values[source as ConditionSource]}</td>
    </tr>`,
)

const comparisonRows = meanings.map(
  ([comparisons, meaning]) =>
    html`<tr>
      <td>${comparisons.map((comparison) => comparisonLabels[comparison]).join(', ')}</td>
      <td>${meaning}</td>
    </tr>`,
)

export const conditions = html`
  <h1>Conditions</h1>
  <p>
    A condition looks at one value of an execution, and a <a href="/docs/notifications">notification</a> is sent where
    it holds.
  </p>

  <h2>What is looked at</h2>
  <div class="scroll" tabindex="0" role="region" aria-label="Sources">
    <table>
      <thead>
        <tr>
          <th scope="col">Source</th>
          <th scope="col">Value</th>
        </tr>
      </thead>
      <tbody>
        ${sourceRows}
      </tbody>
    </table>
  </div>

  <h2>How it is compared</h2>
  <div class="scroll" tabindex="0" role="region" aria-label="Comparisons">
    <table>
      <thead>
        <tr>
          <th scope="col">Comparison</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${comparisonRows}
      </tbody>
    </table>
  </div>
  <p>Without a value, only “Any”, “Is null”, “Has changed” and the ones with “not” can hold.</p>

  <h2>JSON paths</h2>
  <pre tabindex="0">
$.status                  a key
$.items[0].price          an element's key
$.items[*].price          that of each element, as a list
$..price                  wherever it stands</pre>
  <p>
    Paths run no code: filters such as <code>[?(@.price &gt; 5)]</code> are not taken. One that would look at more than
    is reasonable is given up, and the execution says so.
  </p>

  <h2>When to tell</h2>
  <ul>
    <li><strong>Every time</strong> the condition holds, which is the default.</li>
    <li>
      <strong>When it starts to hold</strong>, and not again until it has stopped; if you like, with a second message
      when it stops.
    </li>
    <li>Either way, only after it has held for a number of executions <strong>in a row</strong>.</li>
  </ul>
`
