import type { TemplateVariable } from '@knockwire/domain/templates/variables'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'

/** Longer than between two keys: what is half typed is no fault. */
const restMs = 800

/** What saving would refuse of a template, once its typing rests. What was there before is not looked at. */
export function useTemplateFault(text: string, variables: readonly TemplateVariable[]): string | null {
  const [first] = useState(text)
  const [rested] = useDebouncedValue(text, restMs)
  const [fault, setFault] = useState<string | null>(null)
  useEffect(() => {
    let isOutdated = false
    const look = async () => {
      const found = rested === first ? null : await findFault(rested, variables)
      if (!isOutdated) setFault(found)
    }
    void look()
    return () => {
      isOutdated = true
    }
  }, [first, rested, variables])
  return fault
}

/** The template engine is fetched by those who write templates alone; without it, saving tells. */
async function findFault(text: string, variables: readonly TemplateVariable[]): Promise<string | null> {
  try {
    const { checkTemplate } = await import('@knockwire/domain/templates/check-template')
    return checkTemplate(text, variables)
  } catch {
    return null
  }
}
