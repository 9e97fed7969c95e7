import type { TemplateVariable } from '@knockwire/domain/templates/variables'
import { html, type Html } from '../../pages/html.ts'

/** The variables of a template, as the insert-variable menu lists them. */
export const variablesTable = (label: string, variables: readonly TemplateVariable[]): Html => html`
  <div class="scroll" tabindex="0" role="region" aria-label="${label}">
    <table>
      <thead>
        <tr>
          <th scope="col">Variable</th>
          <th scope="col">What it stands for</th>
        </tr>
      </thead>
      <tbody>
        ${variables.map(
          ({ name, description }) =>
            html`<tr>
              <td><code>${name}</code></td>
              <td>${description}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>
`
