-- Where a shop is, in degrees; null while its address could not be looked up.
alter table shops
  add column latitude double precision check (latitude between -90 and 90),
  add column longitude double precision check (longitude between -180 and 180),
  add constraint shops_place_check check ((latitude is null) = (longitude is null));

-- A bay out of use takes no new appointments and keeps those it has.
alter table bays add column in_use boolean not null default true;
-- Nothing kept two of one name apart before: the later ones get their number behind it.
update bays set name = name || ' (' || id || ')'
  where id in (select id from (select id, row_number() over (partition by shop_id, lower(name) order by id) as place from bays) b
    where place > 1);
create unique index bays_by_name on bays (shop_id, lower(name)) where in_use;

-- Until when a customer who was asked again may confirm the card, past the day after the job.
alter table appointments add column card_link_until timestamptz;

-- A substring of name, email or VIN is found without reading every row. No part of it spans two of them.
create extension if not exists pg_trgm;
-- A text in small letters, each byte of its letters beyond ASCII as three capitals: pg_trgm sees letters by the locale of the
-- database, and under C that is ASCII alone. Figures step aside while those bytes stand as octal figures after a backslash, and
-- what parts them is no character that can be searched: no text looks like another.
do $$
begin
  execute format(
    $function$
      create function searchable(text) returns text language sql immutable strict parallel safe as $body$
        select translate(
          encode(convert_to(translate(
            lower(normalize($1) collate %I),
            'ς01234567', E'σ\x0E\x0F\x10\x11\x12\x13\x14\x15'), 'UTF8'), 'escape'),
          E'\\01234567\x0E\x0F\x10\x11\x12\x13\x14\x15', E'\x01ABCDEFGH01234567')
      $body$
    $function$,
    -- lower() of the database's own locale may know ASCII only.
    coalesce(
      (select collname from pg_collation where collname = 'pg_c_utf8' limit 1),
      (select collname from pg_collation where collname = 'und-x-icu' limit 1),
      'default'));
end $$;
alter table appointments add column search_text text collate "C" not null generated always as (
  searchable(customer_name || E'\n' || customer_email || E'\n' || coalesce(vehicle_vin, ''))) stored;
-- Every search reads what waits to be sorted in, so little may wait.
create index appointments_by_text on appointments using gin (search_text gin_trgm_ops) with (gin_pending_list_limit = 256);
-- Pages of Appointment Management, latest or earliest first.
create index appointments_listed on appointments (starts_at, id) where state <> 'released';
create index appointments_listed_by_state on appointments (state, starts_at, id);
create index appointments_listed_by_shop on appointments (shop_id, starts_at, id) where state <> 'released';
drop index appointments_in_order;
drop index appointments_of_shop;

-- What moved in a month.
create index ledger_of_time on ledger (recorded_at) where movement in ('captured', 'refunded');

-- The mails of an appointment, in the order of its story, and those that want a person.
create index outbox_of_appointment on outbox ((payload ->> 'appointmentId'), created_at);
alter table outbox
  -- The mail that was sent instead of one that was given up.
  add column superseded_by uuid references outbox,
  -- Who had it sent; nobody where the product did by itself.
  add column actor_id text references users;
create index outbox_given_up on outbox (given_up_at)
  where given_up_at is not null and sent_at is null and superseded_by is null;
create unique index outbox_successors on outbox (superseded_by) where superseded_by is not null;
-- What was told to whom stays as it was told.
create function refuse_outbox_rewrite() returns trigger language plpgsql as $$
begin
  raise exception 'what the outbox says is never rewritten';
end $$;
create trigger outbox_is_kept before delete or update of id, kind, recipient, payload, created_at on outbox
  for each row execute function refuse_outbox_rewrite();
create trigger outbox_is_not_emptied before truncate on outbox
  for each statement execute function refuse_outbox_rewrite();
