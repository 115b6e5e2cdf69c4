import type { AppProcess } from './start-world.ts'

/** Marks the address of an account as proven, as the mailed link does. */
export async function proveOwnAddress(
  { context }: Pick<AppProcess, 'context'>,
  email: string,
): Promise<void> {
  await context.database.pool.query('update users set email_verified = true where email = $1', [email])
}

/**
 * From now on the address that an order names counts as proven, so that mails about it go there. For tests of
 * something else than the proof.
 */
export async function proveNamedAddresses({ context }: Pick<AppProcess, 'context'>): Promise<void> {
  await context.database.pool.query(`
    create function prove_named_address() returns trigger language plpgsql as $$
    begin
      insert into customer_addresses (user_id, email, asked_at, proven_at)
        values (new.customer_id, lower(new.customer_email), now(), now()) on conflict do nothing;
      return null;
    end $$;
    create trigger appointments_prove_named_address after insert on appointments
      for each row execute function prove_named_address()`)
}
