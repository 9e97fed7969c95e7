import type { DeletedManyView, DeleteManyInput } from '@knockwire/domain/delete-many'
import { AppError } from '@knockwire/domain/errors'

/**
 * Deletes one after the other, each in its own transaction: one that may not be deleted keeps back no other. What is
 * wrong with the server ends the whole.
 */
export const deleteMany = async (
  ids: DeleteManyInput['ids'],
  remove: (id: string) => Promise<void>,
): Promise<DeletedManyView> => {
  const problems: DeletedManyView['problems'] = []
  const unique = [...new Set(ids)]
  for (const id of unique) {
    try {
      await remove(id)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      problems.push({ id, code: error.code, message: error.message })
    }
  }
  return { deleted: unique.length - problems.length, problems }
}
