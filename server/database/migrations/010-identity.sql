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
  locked_until timestamptz
);

-- ID tokens that were taken once already, as digests, until they would be too old anyway.
create table spent_tokens (
  digest text primary key,
  expires_at timestamptz not null
);

-- Whoever changes these, and however: the sessions that were open before end with it, in the same transaction.
create function end_sessions_of_user() returns trigger language plpgsql as $$
begin
  delete from sessions where user_id = new.id;
  return null;
end $$;
create trigger users_end_sessions after update of role, disabled_at, two_factor_enabled on users
  for each row when (
    old.role is distinct from new.role
    or (old.disabled_at is null and new.disabled_at is not null)
    or (new.two_factor_enabled and not old.two_factor_enabled))
  execute function end_sessions_of_user();

create function end_sessions_of_account() returns trigger language plpgsql as $$
begin
  delete from sessions where user_id = new.user_id;
  return null;
end $$;
create trigger accounts_end_sessions after update of password on accounts
  for each row when (old.password is distinct from new.password)
  execute function end_sessions_of_account();
