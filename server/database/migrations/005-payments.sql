-- Who a customer is at the card provider.
create table provider_customers (
  user_id text primary key references users,
  provider_customer_id text not null unique,
  created_at timestamptz not null
);

-- One attempt to hold an amount on a card. The row is there before the provider is called and its id makes the
-- idempotency key of that call.
create table holds (
  id uuid primary key,
  appointment_id uuid not null references appointments,
  amount_cents integer not null check (amount_cents > 0),
  payment_method_id text not null,
  -- Part of the idempotency key: raised when the provider failed for good on a key and is known to hold nothing.
  attempt integer not null default 1,
  provider_intent_id text unique,
  status text not null check (status in ('requested', 'requires_action', 'live', 'declined', 'released', 'captured')),
  -- The provider's own word until when the hold can be captured.
  capture_before timestamptz,
  captured_cents integer check (captured_cents > 0),
  refunded_cents integer check (refunded_cents > 0),
  -- The provider's sentence for the person, when it refused.
  refusal_sentence text,
  created_at timestamptz not null,
  settled_at timestamptz
);
create index holds_of_appointment on holds (appointment_id, created_at);
create index holds_unsettled on holds (created_at) where status in ('requested', 'requires_action');
create unique index holds_one_live on holds (appointment_id) where status = 'live';

-- Every movement of money, asked for and done. Rows are only ever added.
create table ledger (
  id bigint generated always as identity primary key,
  appointment_id uuid not null references appointments,
  hold_id uuid not null references holds,
  movement text not null check (movement in (
    'hold_requested', 'hold_placed', 'hold_declined', 'release_requested', 'hold_released',
    'capture_requested', 'captured', 'refund_requested', 'refunded')),
  amount_cents integer not null check (amount_cents > 0),
  provider_reference text,
  recorded_at timestamptz not null
);
create index ledger_of_appointment on ledger (appointment_id, id);

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end $$;
create trigger ledger_is_append_only before update or delete or truncate on ledger
  for each statement execute function refuse_ledger_change();

-- What the provider told us, once by its id. It only makes us look at the provider's state again.
create table provider_events (
  id text primary key,
  type text not null,
  provider_intent_id text,
  received_at timestamptz not null,
  handled_at timestamptz
);
create index provider_events_unhandled on provider_events (received_at) where handled_at is null;
