-- A shop that was never approved is rejected; an approved one is suspended. Both have the status 'suspended', so that the previous
-- version reads them; this column tells them apart.
alter table shops
  add column ever_approved boolean not null default false,
  -- Of the last rejection or suspension, for the shop to read.
  add column status_reason text not null default '',
  -- The address as the maps provider found it, and whether it found the place only roughly.
  add column matched_address text,
  add column is_rough boolean not null default false;
update shops s set ever_approved = true
  where status = 'approved'
    or exists (select from appointments a where a.shop_id = s.id)
    or exists (select from outbox o where o.kind = 'shop_approved' and (o.payload ->> 'shopId')::integer = s.id);

-- Keeps these columns right while a process of the previous version still changes shops.
create function follow_shop_change() returns trigger language plpgsql as $$
begin
  new.ever_approved := new.ever_approved or new.status = 'approved';
  if tg_op = 'UPDATE' then
    if new.status <> old.status and new.status_reason = old.status_reason then
      new.status_reason := '';
    end if;
    if (new.latitude, new.longitude) is distinct from (old.latitude, old.longitude)
      and (new.matched_address, new.is_rough) is not distinct from (old.matched_address, old.is_rough) then
      new.matched_address := null;
      new.is_rough := false;
    end if;
  end if;
  return new;
end $$;
create trigger shops_follow_change before insert or update on shops
  for each row execute function follow_shop_change();

-- A new name or place of an approved shop, which waits for an administrator. Fields that stay are null.
create table shop_change_requests (
  id integer generated always as identity,
  shop_id integer not null references shops,
  business_name text,
  address text,
  latitude double precision,
  longitude double precision,
  matched_address text,
  is_rough boolean not null default false,
  time_zone text,
  requested_by text not null references users,
  requested_at timestamptz not null,
  outcome text check (outcome in ('approved', 'rejected', 'withdrawn', 'replaced')),
  reason text not null default '',
  decided_by text references users,
  decided_at timestamptz,
  primary key (shop_id, id),
  check ((outcome is null) = (decided_at is null))
);
create unique index shop_change_requests_pending on shop_change_requests (shop_id) where outcome is null;

-- Audit trail of every setting of a shop. Payout details appear as their last four characters.
create table shop_changes (
  id integer generated always as identity,
  shop_id integer not null references shops,
  setting text not null,
  old_value text,
  new_value text,
  -- Null for the product itself.
  actor_id text references users,
  changed_at timestamptz not null,
  primary key (shop_id, id)
);
create function refuse_shop_change_rewrite() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail of shops is append-only';
end $$;
create trigger shop_changes_are_kept before update or delete on shop_changes
  for each row execute function refuse_shop_change_rewrite();

-- Given by the staff member who cancelled, for the customer to read.
alter table appointments add column cancellation_reason text;
