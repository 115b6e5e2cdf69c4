-- People who may no longer sign in, and those who left: their row stays where appointments, money and mails name it.
alter table users
  add column two_factor_enabled boolean not null default false,
  add column disabled_at timestamptz,
  add column deleted_at timestamptz,
  add constraint users_deleted_are_disabled check (deleted_at is null or disabled_at is not null);

-- The authenticator app of a person. The secret and the recovery codes are sealed by the identity library.
create table two_factors (
  id text primary key,
  user_id text not null unique references users on delete cascade,
  secret text not null,
  backup_codes text not null,
  -- False until a first code was given.
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamptz,
  -- The 30 seconds that the last code was of, since 1970: a code is taken once, and none older than it (RFC 6238, 5.2).
  last_time_step integer
);

-- On and off are one step, whoever takes it: what was set up counts from the moment it is on, nothing of it stays when it is off, and
-- the browsers and sign-ins that were let through before are not let through after.
create function keep_second_factor_whole() returns trigger language plpgsql as $$
begin
  if new.two_factor_enabled then
    update two_factors set verified = true where user_id = new.id;
  else
    delete from two_factors where user_id = new.id;
  end if;
  delete from verifications where is_about_user(value, new.id);
  return null;
end $$;
create trigger users_keep_second_factor_whole after update of two_factor_enabled on users
  for each row when (old.two_factor_enabled is distinct from new.two_factor_enabled)
  execute function keep_second_factor_whole();

-- A set-up that begins while another one is being confirmed would shut the person out.
create function keep_confirmed_second_factor() returns trigger language plpgsql as $$
begin
  raise exception 'the second factor of % is confirmed', old.user_id using errcode = 'check_violation';
end $$;
create trigger two_factors_stay_confirmed before update on two_factors
  for each row when (old.verified and not new.verified)
  execute function keep_confirmed_second_factor();

-- Passkeys: keys on a person's devices, whose public halves are all that is known here.
create table passkeys (
  id text primary key,
  user_id text not null references users on delete cascade,
  name text not null check (char_length(name) between 1 and 60),
  public_key text not null,
  credential_id text not null unique,
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz not null default now()
);
create index passkeys_by_user on passkeys (user_id, created_at);

-- Which passkey opened the session, if one did: it passed two factors by that, and ends with the passkey.
alter table sessions add column passkey_id text references passkeys on delete cascade;
create index sessions_by_passkey on sessions (passkey_id) where passkey_id is not null;

-- One that is added while its account is deleted, disabled or taken back by the owner of its address comes too late: whoever does
-- that has the row of the person locked until all is done.
create function refuse_passkey_of_stranger() returns trigger language plpgsql as $$
begin
  perform from users where id = new.user_id and disabled_at is null and email_verified for share;
  if not found then
    raise exception 'the account % takes no passkey', new.user_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger passkeys_have_an_owner before insert on passkeys
  for each row execute function refuse_passkey_of_stranger();

-- ID tokens that were taken once already, as digests, until they would be too old anyway.
create table spent_tokens (
  digest text primary key,
  expires_at timestamptz not null
);

-- What the identity library keeps for a while is the person's id, or JSON that names it.
create function is_about_user(value text, user_id text) returns boolean language sql immutable
  return value = user_id or (starts_with(value, '{') and position('"' || user_id || '"' in value) > 0);

-- Who asked for a new password, until a job has looked whether there is such an account: asking takes the same time either way.
create table password_reset_requests (
  id uuid primary key,
  email text not null,
  asked_at timestamptz not null default now()
);
create index password_reset_requests_by_time on password_reset_requests (asked_at);

-- What is over is deleted by its time.
create index rate_limits_by_time on rate_limits (last_request);
create index sessions_by_end on sessions (expires_at);
create index verifications_by_end on verifications (expires_at);

-- Whoever changes these, and however: the sessions that were open before end with it, in the same transaction.
create function end_sessions_of_user() returns trigger language plpgsql as $$
begin
  delete from sessions where user_id = new.id;
  if new.disabled_at is not null then
    delete from verifications where is_about_user(value, new.id);
  end if;
  return null;
end $$;
create trigger users_end_sessions after update of role, disabled_at, two_factor_enabled on users
  for each row when (
    old.role is distinct from new.role
    or (old.disabled_at is null and new.disabled_at is not null)
    or (new.two_factor_enabled and not old.two_factor_enabled))
  execute function end_sessions_of_user();

-- A new password also ends what was begun with the old one: mailed links, sign-ins that wait for a code, browsers that are trusted
-- without one, and sign-ins on their way to be linked.
create function end_sessions_of_account() returns trigger language plpgsql as $$
begin
  delete from sessions where user_id = new.user_id;
  delete from verifications where is_about_user(value, new.user_id);
  return null;
end $$;
create trigger accounts_end_sessions after update of password on accounts
  for each row when (old.password is distinct from new.password)
  execute function end_sessions_of_account();

-- Of one provider, and of passwords, an account has one way in.
create unique index accounts_one_per_provider on accounts (user_id, provider_id);

-- Nobody books for somebody who left: who deletes an account has its row locked until all is done, and this waits for that.
create function refuse_appointment_of_deleted() returns trigger language plpgsql as $$
begin
  perform from users where id = new.customer_id and deleted_at is null for key share;
  if not found then
    raise exception 'the account of this customer is deleted' using errcode = 'foreign_key_violation';
  end if;
  return new;
end $$;
create trigger appointments_have_a_customer before insert on appointments
  for each row execute function refuse_appointment_of_deleted();

-- People who left and are to be forgotten by the card provider too, until it has said that it did.
create table provider_deletions (
  user_id text primary key references users,
  provider_customer_id text,
  -- By which the provider knows them; it goes with the row.
  email text not null,
  asked_at timestamptz not null
);

-- The one exception: who leaves is taken out of what was told. When something was told, and what about, stays.
create or replace function refuse_outbox_rewrite() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('dashfit.anonymising', true) = 'on' then
    if (new.id, new.kind, new.created_at) is not distinct from (old.id, old.kind, old.created_at) then
      return new;
    end if;
  end if;
  raise exception 'what the outbox says is never rewritten';
end $$;
create index outbox_by_recipient on outbox (recipient, created_at);
