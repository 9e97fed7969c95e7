import type pg from 'pg'

/*
 * A statement whose parameters are written into PostgreSQL's Bind message by hand. A fifth more requests get through than by
 * pg, which makes arrays, copies of them and growing buffers for each group (decision 10). All of it is in this file.
 */

/** An element of an array: its OID, the bytes it takes at most, and how it is written; answers the bytes written. */
export interface ElementType<T> {
  oid: number
  mostBytes: (element: T) => number
  write: (element: T, buffer: Buffer, at: number) => number
}

export const uuidElement: ElementType<string> = {
  oid: 2950,
  mostBytes: () => 16,
  write: (id, buffer, at) => buffer.write(id.replaceAll('-', ''), at, 'hex'),
}

export const intElement: ElementType<number> = {
  oid: 23,
  mostBytes: () => 4,
  write: (value, buffer, at) => buffer.writeInt32BE(value, at) - at,
}

export const floatElement: ElementType<number> = {
  oid: 701,
  mostBytes: () => 8,
  write: (value, buffer, at) => buffer.writeDoubleBE(value, at) - at,
}

const mostUtf8Bytes = 3

export const textElement: ElementType<string> = {
  oid: 25,
  mostBytes: (text) => text.length * mostUtf8Bytes,
  write: (text, buffer, at) => buffer.write(text, at),
}

export const bytesElement: ElementType<Uint8Array> = {
  oid: 17,
  mostBytes: (bytes) => bytes.length,
  write: (bytes, buffer, at) => {
    buffer.set(bytes, at)
    return bytes.length
  },
}

const typeBytes = 1
const lengthBytes = 4
const countBytes = 2
const arrayHeaderBytes = 20
const nullLength = -1
const binary = 1
/** Smaller ones would grow again and again. */
const leastBytes = 64 * 1024
/** `Execute` of the unnamed portal, all rows; `Sync`. */
const executeAndSync = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0x53, 0, 0, 0, 4])

/**
 * What has a prepared statement executed (`Bind`, `Execute`, `Sync`; PostgreSQL's documentation, "Message Formats"), in
 * one piece. Its parameters are arrays in their binary form, so that neither side parses or escapes anything.
 */
export class BindMessage {
  #bytes: Buffer
  #at = 0
  readonly #countAt: number
  #parameters = 0

  /** Written into `scratch` as far as that is large enough; answers are requested as text. */
  constructor(scratch: Buffer, statement: string) {
    this.#bytes = scratch
    const names = `\0${statement}\0`
    this.#reserve(typeBytes + lengthBytes + Buffer.byteLength(names) + 3 * countBytes)
    this.#bytes.write('B')
    this.#at = typeBytes + lengthBytes
    this.#at += this.#bytes.write(names, this.#at)
    this.#addCount(1)
    this.#addCount(binary)
    this.#countAt = this.#at
    this.#addCount(0)
  }

  /** The next parameter: an array of one dimension, as `array_recv` reads it, of what `of` takes of each item. */
  addArray<T, E>(type: ElementType<E>, items: readonly T[], of: (item: T) => E | null) {
    this.#reserve(lengthBytes + arrayHeaderBytes)
    this.#parameters += 1
    const start = this.#at
    this.#at += lengthBytes + arrayHeaderBytes
    let hasNull = 0
    for (const item of items) {
      const element = of(item)
      if (element === null) hasNull = 1
      this.#addElement(type, element)
    }
    this.#writeInts(start, this.#at - start - lengthBytes, 1, hasNull, type.oid, items.length, 1)
  }

  /** The whole, and the scratch that it took, for the next one. */
  end(): { message: Buffer; scratch: Buffer } {
    this.#reserve(countBytes + executeAndSync.length)
    // No formats of results: all are text.
    this.#addCount(0)
    this.#bytes.writeInt16BE(this.#parameters, this.#countAt)
    this.#bytes.writeInt32BE(this.#at - typeBytes, typeBytes)
    this.#bytes.set(executeAndSync, this.#at)
    return { message: this.#bytes.subarray(0, this.#at + executeAndSync.length), scratch: this.#bytes }
  }

  #addCount(count: number) {
    this.#at = this.#bytes.writeInt16BE(count, this.#at)
  }

  #addElement<E>(type: ElementType<E>, element: E | null) {
    this.#reserve(lengthBytes + (element === null ? 0 : type.mostBytes(element)))
    const written = element === null ? 0 : type.write(element, this.#bytes, this.#at + lengthBytes)
    this.#writeInts(this.#at, element === null ? nullLength : written)
    this.#at += lengthBytes + written
  }

  #writeInts(at: number, ...values: number[]) {
    let offset = at
    for (const value of values) offset = this.#bytes.writeInt32BE(value, offset)
  }

  #reserve(bytes: number) {
    if (this.#at + bytes <= this.#bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max((this.#at + bytes) * 2, leastBytes))
    larger.set(this.#bytes.subarray(0, this.#at))
    this.#bytes = larger
  }
}

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
 * Each connection's, for the next message: by then the answer to the last one has come, so it was taken whole. Made again
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
