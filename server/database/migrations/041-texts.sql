-- Text messages (SMS). A shop sends from one number of its own, in E.164; without one it sends none.
alter table shops add column text_number text check (text_number ~ '^\+1[2-9]\d{2}[2-9]\d{6}$');
create unique index shops_text_number on shops (text_number);

-- Consents of people to texts of a shop, by phone with ten digits: customers may have no account. History is kept.
create table text_consents (
  id uuid not null,
  shop_id integer not null references shops,
  phone text not null check (phone ~ '^\d{10}$'),
  -- The person, who may not be the next one with this number. Null for a person who texted START.
  contact_id uuid,
  wording text not null,
  source text not null check (source in ('checkbox', 'spoken', 'start')),
  actor_id text references users,
  given_at timestamptz not null,
  withdrawn_at timestamptz,
  -- stop: by a word. person: on the pages. provider: the number is gone. replaced: by a newer consent.
  withdrawn_by text check (withdrawn_by in ('stop', 'person', 'provider', 'replaced')),
  primary key (shop_id, id),
  foreign key (shop_id, contact_id) references contacts (shop_id, id),
  check ((withdrawn_at is null) = (withdrawn_by is null))
);
create unique index text_consents_in_force on text_consents (shop_id, phone) where withdrawn_at is null;

-- The phones that replied STOP to a shop's number, until they reply START.
create table text_stops (
  shop_id integer not null references shops,
  phone text not null,
  stopped_at timestamptz not null,
  primary key (shop_id, phone)
);

-- The outbox of texts, and the inbound ones.
create table texts (
  id uuid not null,
  shop_id integer not null references shops,
  appointment_id uuid,
  phone text not null check (phone ~ '^\d{10}$'),
  direction text not null check (direction in ('out', 'in')),
  kind text not null,
  body text not null,
  -- sending: the provider is asked now. It has no idempotency key, so such a row is never sent again.
  state text not null check (state in
    ('queued', 'sending', 'sent', 'delivered', 'failed', 'capped', 'stopped', 'expired', 'received')),
  provider_sid text,
  error_code integer,
  attempts integer not null default 0,
  actor_id text references users,
  created_at timestamptz not null,
  due_at timestamptz not null,
  -- Of no use after this time.
  expires_at timestamptz,
  -- On the database's clock, which the product's may leave behind.
  leased_at timestamptz,
  sent_at timestamptz,
  read_at timestamptz,
  -- One text for one event.
  once_key text,
  primary key (shop_id, id)
);
create unique index texts_provider_sid on texts (provider_sid, shop_id);
create unique index texts_once on texts (once_key, shop_id);
create index texts_due on texts (due_at) where state = 'queued';
create index texts_sending on texts (leased_at) where state = 'sending';
create index texts_of_appointment on texts (appointment_id, created_at);
create index texts_of_phone on texts (phone, sent_at);
create trigger texts_tell_news after insert or update on texts
  for each row execute function tell_shop_news();

-- Signed webhooks of the provider, stored before they are handled and emptied after that. `key`: the message, and its
-- state if outbound.
create table text_events (
  key text primary key,
  kind text not null check (kind in ('inbound', 'status')),
  fields jsonb not null,
  received_at timestamptz not null,
  sequence bigint generated always as identity,
  handled_at timestamptz
);
create index text_events_waiting on text_events (sequence) where handled_at is null;
