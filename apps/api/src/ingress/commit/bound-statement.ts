import type pg from 'pg'
import { BindMessage } from './bind-message.ts'

/** A statement that is prepared once for each connection, and gives one row. */
export interface Statement {
  name: string
  text: string
}

/** A row's columns as text. */
type Columns = readonly (string | null)[]

/** What pg keeps of the statements that a connection knows. */
interface PreparingConnection extends pg.Connection {
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
}

/**
 * Each connection's, for the next message: by then the answer to the last one has come, so it was taken whole. Made anew
 * for each group, buffers had the garbage collector stop the ingress for a tenth of its time.
 */
const scratches = new WeakMap<pg.Connection, Buffer>()
const noScratch = Buffer.alloc(0)
/** What a huge group needed is not kept. */
const maxKeptBytes = 4 * 1024 * 1024

/** Executes the statement with what `fill` gives it. */
export const execute = (
  client: pg.ClientBase,
  statement: Statement,
  fill: (message: BindMessage) => void,
): Promise<Columns> => {
  const { promise, resolve, reject } = Promise.withResolvers<Columns>()
  client.query(new BoundStatement(statement, fill, settling(statement.name, resolve, reject)))
  return promise
}

/** Apart from `execute`, so that it does not hold on to what its call had in hand. */
const settling =
  (name: string, resolve: (columns: Columns) => void, reject: (error: Error) => void): BoundStatement['callback'] =>
  (error, columns) => {
    if (columns) resolve(columns)
    else reject(error ?? new Error(`The statement "${name}" gave no row.`))
  }

/** What pg's client asks of a query that is not its own; cursors and streams are made so. */
class BoundStatement implements pg.Submittable {
  readonly name: string
  readonly text: string
  /** Gone once it was used. What pg keeps of an ended query for its time limit would keep the group, too. */
  #fill: ((message: BindMessage) => void) | null
  /** The client puts its time limit around it. */
  callback: (error: Error | null, columns?: Columns) => void
  #columns: Columns | undefined

  constructor(statement: Statement, fill: (message: BindMessage) => void, callback: BoundStatement['callback']) {
    this.name = statement.name
    this.text = statement.text
    this.#fill = fill
    this.callback = callback
  }

  submit(connection: pg.Connection): Error | null {
    try {
      // First: where that fails, nothing was sent yet.
      const { message, scratch } = this.#messageFor(connection)
      this.#prepare(connection as PreparingConnection)
      if (scratch.length <= maxKeptBytes) scratches.set(connection, scratch)
      connection.stream.write(message)
      return null
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
  }

  handleDataRow({ fields }: { fields: Columns }) {
    this.#columns = fields
  }

  handleCommandComplete() {}

  handleReadyForQuery() {
    this.callback(null, this.#columns)
  }

  handleError(error: Error) {
    this.callback(error)
  }

  #messageFor(connection: pg.Connection) {
    const message = new BindMessage(scratches.get(connection) ?? noScratch, this.name)
    this.#fill?.(message)
    this.#fill = null
    return message.end()
  }

  #prepare(connection: PreparingConnection) {
    const { name, text } = this
    if (connection.parsedStatements[name] !== undefined || connection.submittedNamedStatements[name] !== undefined)
      return
    connection.parse({ name, text, types: [] }, true)
    connection.submittedNamedStatements[name] = text
  }
}
