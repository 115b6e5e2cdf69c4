-- Mail to send, written in the transaction that makes it true.
create table outbox (
  id uuid primary key,
  kind text not null,
  recipient text not null,
  payload jsonb not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  leased_until timestamptz,
  sent_at timestamptz,
  last_error text
);
create index outbox_due on outbox (due_at) where sent_at is null;
