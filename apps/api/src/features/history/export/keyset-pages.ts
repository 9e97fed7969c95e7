const beforeAll = '00000000-0000-0000-0000-000000000000'

/**
 * Goes through rows in the order of their ids, in short queries: no connection is used while what is read is sent, and
 * one page is in memory at a time. `read` gives at most `size` rows whose ids are greater than `after`.
 */
export async function* keysetPages<Row extends { id: string }>(
  read: (after: string) => Promise<Row[]>,
  size: number,
): AsyncGenerator<Row[]> {
  let after = beforeAll
  for (;;) {
    const rows = await read(after)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < size) return
    after = last.id
  }
}
