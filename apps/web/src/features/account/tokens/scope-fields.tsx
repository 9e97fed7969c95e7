import '../../../theme/mantine-later-styles.ts'
import { isWriting, tokenScopes, type TokenScope } from '@knockwire/domain/accounts/token-scopes'
import { Checkbox, Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { scopeChoices } from './scope-choices.ts'

interface ScopeFieldsProps {
  scopes: readonly string[]
  onChange: (scopes: TokenScope[]) => void
  error: ReactNode
  /** Of the field for the project. */
  projectProps: object
  /** What keeps a viewer from choosing what changes something; empty for others. */
  viewOnly: object
}

const isScope = (value: string): value is TokenScope => tokenScopes.some((scope) => scope === value)

/** The scopes of a token, by what they let a program do. Only one that applies files and does nothing else is bound to a project. */
export function ScopeFields({ scopes, onChange, error, projectProps, viewOnly }: ScopeFieldsProps) {
  return (
    <>
      <Checkbox.Group
        label="Scopes"
        value={[...scopes]}
        onChange={(chosen) => onChange(chosen.filter(isScope))}
        error={error}
      >
        <Stack gap="xs" mt="xs">
          {scopeChoices.map(({ scope, label, description }) => (
            <Checkbox
              key={scope}
              {...(isWriting([scope]) && viewOnly)}
              value={scope}
              label={label}
              description={description}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      {scopes.length === 1 && scopes[0] === 'apply' && (
        <TextInput
          label="Project"
          description="Leave it empty to allow every project."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={64}
          {...projectProps}
        />
      )}
    </>
  )
}
