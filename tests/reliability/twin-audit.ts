import type { Pool } from 'pg'
import type { Intent } from '../support/outside.ts'

/** Lets the database record which process claimed a mail or the lease of a hold. */
export async function writeDownTakers(pool: Pool): Promise<void> {
  await pool.query(`
    create table takers (place bigserial, item uuid, process text);
    create function note_mail() returns trigger language plpgsql as $$
      begin insert into takers (item, process) values (new.id, current_setting('application_name')); return new; end $$;
    create function note_hold() returns trigger language plpgsql as $$
      begin insert into takers (item, process) values (new.id, current_setting('application_name')); return new; end $$;
    create trigger note_mail after update on outbox for each row
      when (new.attempts > old.attempts) execute function note_mail();
    create trigger note_hold after update on holds for each row
      when (new.asked_until > now() and new.asked_until is distinct from old.asked_until) execute function note_hold()`)
}

/** Ends the leases of a dead process at once, in place of a minute's wait. Returns their number. */
export async function endRightsOf(pool: Pool, process: string): Promise<number> {
  const last = `(select distinct on (item) item, process from takers order by item, place desc)`
  const { rowCount: mails } = await pool.query(
    `update outbox set leased_until = now() from ${last} t
      where t.item = outbox.id and t.process = $1 and leased_until > now() and sent_at is null`,
    [process],
  )
  const { rowCount: holds } = await pool.query(
    `update holds set asked_until = now() from ${last} t where t.item = holds.id and t.process = $1 and asked_until > now()`,
    [process],
  )
  return (mails ?? 0) + (holds ?? 0)
}

type Scope = {
  pool: Pool
  taken: ReadonlyMap<string, number>
  killed: ReadonlySet<string>
  intents: readonly Intent[]
  now: number
}

/** Work that was lost, and work that was done twice although no process died of it. */
export async function auditWork({ pool, taken, killed, intents, now }: Scope): Promise<string[]> {
  const { rows: mails } = await pool.query<{
    id: string
    kind: string
    sent: boolean
    processes: string[] | null
  }>(
    `select id, kind, sent_at is not null as sent,
        (select array_agg(process order by place) from takers where item = outbox.id) as processes
      from outbox where superseded_by is null and given_up_at is null and due_at <= $1`,
    [new Date(now)],
  )
  const found = mails.flatMap(({ id, kind, sent, processes }) => {
    const times = taken.get(id) ?? 0
    const earlier = (processes ?? []).slice(0, -1)
    const lost = !sent || times === 0 ? [`${kind} ${id} is lost`] : []
    // A process that dies between the mail server's reply and its record must send again; the mail keeps its
    // id.
    const died = earlier.filter((process) => killed.has(process)).length
    const twice = times > 1 + died ? [`${kind} ${id} was sent ${times} times`] : []
    const taker = earlier.length > died ? [`${kind} ${id} was taken from a live process`] : []
    return [...lost, ...twice, ...taker]
  })
  const { rows: queued } = await pool.query<{ kind: string; appointment: string; count: number }>(
    `select kind, payload ->> 'appointmentId' as appointment, count(*)::int from outbox
      where kind = 'appointment_confirmed' group by 1, 2 having count(*) > 1`,
  )
  found.push(
    ...queued.map(({ kind, appointment, count }) => `${kind} of ${appointment} was queued ${count} times`),
  )
  const asked = new Map<string, number>()
  for (const { metadata } of intents) {
    const hold = metadata['hold_id'] ?? ''
    asked.set(hold, (asked.get(hold) ?? 0) + 1)
  }
  found.push(
    ...[...asked]
      .filter(([, times]) => times > 1)
      .map(([id, times]) => `hold ${id} was placed ${times} times`),
  )
  const { rows: unkept } = await pool.query<{ id: string }>(
    `select id from appointments a where state = 'booked' and starts_at > $1 and starts_at <= $1 + interval '71 hours'
        and not exists (select from holds h where h.appointment_id = a.id and h.status = 'live'
          and h.capture_before >= a.ends_at)`,
    [new Date(now)],
  )
  return [...found, ...unkept.map(({ id }) => `the hold of ${id} was not renewed`)]
}
