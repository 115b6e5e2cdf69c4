import {
  Query,
  type Connection,
  type FieldDef,
  type PoolClient,
  type QueryConfig,
  type QueryResult,
} from 'pg'

type Answered = (error: Error | null, result: QueryResult) => void

/** What of the driver's query its types leave out. A version that has it otherwise fails `described-query.test.ts`. */
type DriverQuery = {
  name?: string
  submit(connection: Connection): void
  prepare(connection: Connection): void
  handleRowDescription(message: { fields: FieldDef[] }): void
  handleReadyForQuery(connection: Connection): void
}
const DriverQuery = Query as unknown as new (
  config: QueryConfig,
  values: undefined,
  answered: Answered,
) => DriverQuery

/** Of a connection: the columns that each named statement answers with, and the connection as one that is asked for no description. */
type Described = { columns: Map<string, FieldDef[]>; undescribing: Connection }

const connections = new WeakMap<Connection, Described>()

function describedOn(connection: Connection): Described {
  const known = connections.get(connection)
  if (known) return known
  const undescribing = Object.create(connection, { describe: { value: () => undefined } }) as Connection
  const described = { columns: new Map<string, FieldDef[]>(), undescribing }
  connections.set(connection, described)
  return described
}

/**
 * A query that has a named statement described on its first run only. A prepared statement answers with the same columns for as long as
 * it is prepared: the database refuses to run one whose columns became others ("cached plan must not change result type").
 */
class DescribedQuery extends DriverQuery {
  #columns: FieldDef[] = []

  override prepare(connection: Connection): void {
    const { columns, undescribing } = describedOn(connection)
    const known = this.name === undefined ? undefined : columns.get(this.name)
    if (known && known.length > 0) super.handleRowDescription({ fields: known })
    super.prepare(known ? undescribing : connection)
  }

  override handleRowDescription(message: { fields: FieldDef[] }): void {
    this.#columns = message.fields
    super.handleRowDescription(message)
  }

  override handleReadyForQuery(connection: Connection): void {
    const { columns } = describedOn(connection)
    if (this.name !== undefined && !columns.has(this.name)) columns.set(this.name, this.#columns)
    super.handleReadyForQuery(connection)
  }
}

/** As the driver's own `query`, with a named statement described once for each connection. */
export function queryDescribedOnce(client: PoolClient, config: QueryConfig): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    client.query(
      new DescribedQuery(config, undefined, (error, result) => {
        if (error) reject(error)
        else resolve(result)
      }),
    )
  })
}
