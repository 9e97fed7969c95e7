import { useAccount } from '../../../lib/account.ts'
import { ConditionEditor } from '../condition/condition-editor.tsx'
import { FiringFields } from '../firing/firing-fields.tsx'
import type { RuleForm } from '../form/notification-form.ts'
import { ConditionVerdict } from '../preview/condition-verdict.tsx'
import type { Preview } from '../preview/use-preview.ts'
import { Section } from './section.tsx'
import type { NotificationFormState } from './use-notification-form.ts'

interface RuleSectionsProps {
  rule: RuleForm
  state: NotificationFormState
  preview: Preview
}

/** When a task's notification tells: on which condition, and how often. */
export function RuleSections({ rule, state, preview }: RuleSectionsProps) {
  const { data: account } = useAccount()
  return (
    <>
      <Section title="Condition">
        <ConditionEditor
          rows={rule.rows}
          errors={state.errors}
          canCombine={account?.settings.isAdvancedConditionEnabled ?? false}
          onChange={state.changeRows}
        >
          <ConditionVerdict preview={preview} />
        </ConditionEditor>
      </Section>
      <Section title="When to tell">
        <FiringFields form={rule.firing} error={state.errors['afterInARow']} onChange={state.changeFiring} />
      </Section>
    </>
  )
}
