import { z } from 'zod'
import { HeaderList } from './header-list.ts'

/** The headers that came in, with the values that are masked wherever else they are answered. */
export const RevealedHeaders = z.object({ headers: HeaderList })
export type RevealedHeaders = z.infer<typeof RevealedHeaders>
