import type { ClientBase } from 'pg'

/** The content of a database: the state of each of its parts by a descriptive name. */
export type WholeDatabase = Map<string, string>

/** The parts that a restore does not bring back unchanged; see `restoreBackup`. */
const notRestored: Record<string, string> = {
  sessions: 'false',
  verifications: 'false',
}
const columnsOf: Record<string, string> = {
  schema_migrations: 'name, checksum',
  installation: 'only_row, id',
}

const parts: Record<string, string> = {
  column: `select c.relname || '.' || a.attname as name, concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity,
      a.attgenerated, pg_get_expr(d.adbin, d.adrelid)) as says
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`,
  constraint: `select conrelid::regclass || ' ' || conname as name, concat_ws(' ', pg_get_constraintdef(oid), convalidated, condeferrable) as says
    from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0`,
  index: `select i.indexrelid::regclass::text as name, concat_ws(' ', pg_get_indexdef(i.indexrelid), i.indisvalid) as says
    from pg_index i join pg_class c on c.oid = i.indrelid where c.relnamespace = 'public'::regnamespace`,
  trigger: `select tgrelid::regclass || ' ' || tgname as name, concat_ws(' ', pg_get_triggerdef(oid), tgenabled) as says
    from pg_trigger where not tgisinternal and tgrelid::regclass::text not like 'jobs.%'`,
  'trigger of a constraint': `select tgrelid::regclass || ' ' || c.conname || ' ' || t.tgtype as name, concat_ws(' ', tgenabled, tgdeferrable) as says
    from pg_trigger t join pg_constraint c on c.oid = t.tgconstraint
    where tgisinternal and c.connamespace = 'public'::regnamespace`,
  function: `select p.proname::text as name, pg_get_functiondef(p.oid) as says from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  extension: `select extname::text as name, '' as says from pg_extension`,
}

/** Reads all data of a database, and all its constraints and triggers, row by row. */
export async function readWhole(client: ClientBase): Promise<WholeDatabase> {
  const whole: WholeDatabase = new Map()
  const ask = async (text: string): Promise<{ name: string; says: string }[]> =>
    (await client.query<{ name: string; says: string }>(text)).rows
  await client.query(`set timezone = 'UTC'`)
  for (const [kind, text] of Object.entries(parts))
    for (const { name, says } of await ask(text)) whole.set(`${kind} ${name}`, says)
  const ofKind = (kind: string) =>
    ask(
      `select relname::text as name, '' as says from pg_class where relnamespace = 'public'::regnamespace and relkind = '${kind}'`,
    )
  for (const { name } of await ofKind('S')) {
    const [sequence] = await ask(`select '' as name, last_value || ' ' || is_called as says from "${name}"`)
    whole.set(`sequence ${name}`, sequence?.says ?? '')
  }
  for (const { name } of await ofKind('r')) {
    const rows = await ask(
      `select '' as name, (r)::text as says from (select ${columnsOf[name] ?? '*'} from "${name}" where ${notRestored[name] ?? 'true'}) r `,
    )
    whole.set(`rows of ${name}`, String(rows.length))
    for (const [place, says] of rows
      .map((row) => row.says)
      .toSorted()
      .entries())
      whole.set(`row ${place} of ${name}`, says)
  }
  return whole
}

/** A sentence for each difference between the copy and the original. */
export function differencesOf(original: WholeDatabase, copy: WholeDatabase): string[] {
  const found = [...original].flatMap(([what, says]) => {
    const other = copy.get(what)
    return other === says ? [] : [`${what}: was ${says}, is ${other ?? 'gone'}`]
  })
  return [
    ...found,
    ...[...copy.keys()].filter((what) => !original.has(what)).map((what) => `${what}: is new`),
  ]
}
