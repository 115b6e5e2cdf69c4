import type { World } from '../support/start-world.ts'

/** The stored part of a session's cookie: its token, without our signature. */
function tokenOf(cookie: string): string {
  const [, value = ''] = /session_token=([^;]+)/.exec(cookie) ?? []
  return decodeURIComponent(value).split('.')[0] ?? ''
}

/** A sign-in goes on with the session that the browser had, as in a server that makes no new one. */
export async function keepPlantedSessions({ context }: World): Promise<(cookie: string) => Promise<void>> {
  const { pool } = context.database
  await pool.query(
    `create table planted (token text primary key);
     create function keep_planted() returns trigger language plpgsql as $$
     declare kept text;
     begin
       delete from planted returning token into kept;
       if kept is null then return new; end if;
       delete from sessions where token = kept;
       new.token := kept;
       return new;
     end $$;
     create trigger keep_planted before insert on sessions for each row execute function keep_planted()`,
  )
  return async (cookie) => {
    await pool.query('delete from planted')
    await pool.query('insert into planted values ($1)', [tokenOf(cookie)])
  }
}

/** Makes every session permanent: no event of its owner's account ends it. */
export async function keepAllSessions({ context }: World): Promise<void> {
  await context.database.pool.query(
    `create function keep_session() returns trigger language plpgsql as $$ begin return null; end $$;
     create trigger keep_session before delete on sessions for each row execute function keep_session()`,
  )
}

/**
 * Takes every address for proven from the start, so that a reset leaves credentials that were attached
 * before.
 */
export function takeForProven({ context }: World): (email: string) => Promise<void> {
  return async (email) => {
    await context.database.pool.query('update users set email_verified = true where email = $1', [email])
  }
}
