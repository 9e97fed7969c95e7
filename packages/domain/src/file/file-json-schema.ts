import { z } from 'zod'
import { ProjectFile } from './file-schema.ts'

/** Where an instance serves it, for editors that check a file while it is written. */
export const fileSchemaPath = '/api/v1/file.schema.json'

/** JSON Schema (draft 7, which editors know best) of the file. */
export const fileJsonSchema = (origin: string): Record<string, unknown> => ({
  $id: `${origin}${fileSchemaPath}`,
  title: 'Knockwire: tasks and receivers as code',
  ...z.toJSONSchema(ProjectFile, { io: 'input', target: 'draft-7' }),
})
