import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A part of what is looked at, under its name. */
export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <Text component="h2" size="xs" fw={600} c="dimmed" m={0} mb={4}>
      {title}
    </Text>
    {children}
  </section>
)
