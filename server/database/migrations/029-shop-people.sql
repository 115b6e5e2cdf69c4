-- The people of a shop. One person may have a role at several shops, one shop several owners.
create table shop_members (
  shop_id integer not null references shops,
  user_id text not null references users,
  role text not null check (role in ('owner', 'desk', 'technician')),
  joined_at timestamptz not null default now(),
  primary key (shop_id, user_id)
);
create index shop_members_by_user on shop_members (user_id, shop_id);
insert into shop_members (shop_id, user_id, role, joined_at)
  select id, owner_id, 'owner', created_at from shops where owner_id is not null;

-- The version before knows shops.owner_id alone: its registrations and deletions of accounts keep the members right. A shop that
-- its owner adds later has no owner_id, so that the version before still finds one shop for each owner.
create function keep_owner_a_member() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.owner_id is not null then
    delete from shop_members where shop_id = new.id and user_id = old.owner_id;
  end if;
  if new.owner_id is not null then
    insert into shop_members (shop_id, user_id, role, joined_at) values (new.id, new.owner_id, 'owner', new.created_at)
      on conflict (shop_id, user_id) do update set role = 'owner';
  end if;
  return null;
end $$;
create trigger shops_keep_owner_a_member after insert or update of owner_id on shops
  for each row execute function keep_owner_a_member();

-- Mailed invitations to work at a shop. The link's token is stored as its SHA-256.
create table shop_invitations (
  id uuid not null,
  shop_id integer not null references shops,
  email text not null,
  role text not null check (role in ('owner', 'desk', 'technician')),
  token_digest bytea not null,
  invited_by text not null references users,
  invited_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- Null for an invitation that was withdrawn or replaced.
  accepted_by text references users,
  primary key (shop_id, id),
  check (accepted_by is null or ended_at is not null)
);
create index shop_invitations_by_token on shop_invitations (token_digest);
create unique index shop_invitations_open on shop_invitations (shop_id, email) where ended_at is null;

-- The technician of an appointment; null while nobody has taken it.
alter table appointments add column technician_id text references users;
create index appointments_of_technician on appointments (technician_id, starts_at) where technician_id is not null;
