import type { ClientBase } from 'pg'

export type Column = { name: string; type: string }
export type Table = { name: string; columns: Column[] }

/**
 * Lists every table of the product with its stored (not generated) columns. `schema_migrations` is not among
 * them.
 */
export async function listTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname::text as name,
       json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migrations'
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     group by c.relname order by c.relname`,
  )
  return rows
}

/** Lists every sequence of the product by name. */
export async function listSequences(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** Returns the name of any existing table, whatever its schema version; null for an unused database. */
export async function findAnyTable(client: ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname <> 'information_schema' and not starts_with(n.nspname, 'pg_')
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by n.nspname <> 'public', c.relname limit 1`,
  )
  return rows[0]?.name ?? null
}
