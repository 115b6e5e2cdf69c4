import { Query, type Connection, type FieldDef, type PoolClient, type QueryResult } from 'pg'

type Answered = (error: Error | null, result: QueryResult) => void

/** What the driver makes of a description: the columns, how each is read, and a row that is still empty. */
type Columns = { fields: FieldDef[]; _parsers: unknown; _prebuiltEmptyResultObject: unknown }

/** What of the driver's query its types leave out. A version that has it otherwise fails `described-query.test.ts`. */
type DriverQuery = {
  name?: string | undefined
  _result: Columns
  submit(connection: Connection): void
  prepare(connection: Connection): void
  handleReadyForQuery(connection: Connection): void
}
const DriverQuery = Query as unknown as new (
  text: string,
  values: readonly unknown[],
  answered: Answered,
) => DriverQuery

/** Of a connection: the columns that each named statement answers with, and the connection as one that is asked for no description. */
type Described = { columns: Map<string, Columns>; undescribing: Connection }

const connections = new WeakMap<Connection, Described>()

function describedOn(connection: Connection): Described {
  const known = connections.get(connection)
  if (known) return known
  const undescribing = Object.create(connection, { describe: { value: () => undefined } }) as Connection
  const described = { columns: new Map<string, Columns>(), undescribing }
  connections.set(connection, described)
  return described
}

/**
 * A query that has a named statement described on its first run only, and goes on with what the driver made of that. A prepared
 * statement answers with the same columns for as long as it is prepared: the database refuses to run one whose columns became others
 * ("cached plan must not change result type").
 */
class DescribedQuery extends DriverQuery {
  constructor({ text, values, name }: Statement, answered: Answered) {
    // Of an object the driver would make a copy first.
    super(text, values, answered)
    this.name = name
  }

  override prepare(connection: Connection): void {
    const { columns, undescribing } = describedOn(connection)
    const known = this.name === undefined ? undefined : columns.get(this.name)
    if (known) {
      const { _result: result } = this
      Object.assign(result, known)
      Object.assign(this, { _accumulateRows: true })
    }
    super.prepare(known ? undescribing : connection)
  }

  override handleReadyForQuery(connection: Connection): void {
    const { columns } = describedOn(connection)
    if (this.name !== undefined && !columns.has(this.name)) {
      const { _result: result } = this
      const { fields, _parsers, _prebuiltEmptyResultObject } = result
      columns.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
    }
    super.handleReadyForQuery(connection)
  }
}

type Statement = { text: string; values: readonly unknown[]; name?: string | undefined }

/** As the driver's own `query`, with a named statement described once for each connection. */
export function queryDescribedOnce(client: PoolClient, statement: Statement): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    client.query(
      new DescribedQuery(statement, (error, result) => {
        if (error) reject(error)
        else resolve(result)
      }),
    )
  })
}
