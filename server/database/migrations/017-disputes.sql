-- A payment that its cardholder contests at the bank. Amounts that move are in the ledger.
create table disputes (
  -- The card provider's id.
  id text primary key,
  -- Null for a payment without a hold of this installation. No foreign key: holds are sharded, disputes are not.
  hold_id uuid,
  appointment_id uuid,
  shop_id integer,
  provider_intent_id text,
  provider_charge_id text,
  -- The provider's word, which may be a new one.
  status text not null,
  amount_cents integer not null check (amount_cents > 0),
  reason text not null,
  -- The deadline for an answer; null when the bank takes none.
  due_at timestamptz,
  opened_at timestamptz not null,
  -- The instant of the state above at the provider: older news changes nothing.
  stated_at timestamptz not null,
  -- The last look at the provider.
  looked_at timestamptz not null
);
create index disputes_of_appointment on disputes (appointment_id);
create index disputes_of_hold on disputes (hold_id);
create index disputes_looked_at on disputes (looked_at) where status not in ('won', 'lost', 'warning_closed', 'prevented');

-- The dispute of an event, as signed by the provider.
alter table provider_events add column dispute jsonb;

alter table ledger drop constraint ledger_movement_check;
alter table ledger add constraint ledger_movement_check check (movement in (
  'hold_requested', 'hold_placed', 'hold_declined', 'hold_lapsed', 'release_requested', 'hold_released',
  'capture_requested', 'capture_declined', 'captured', 'refund_requested', 'refund_dropped', 'refunded',
  'authorization_ended', 'dispute_inquired', 'dispute_opened', 'dispute_withdrawn', 'dispute_reinstated', 'dispute_fee',
  'dispute_fee_returned', 'dispute_won', 'dispute_lost', 'dispute_ended'));

-- Every download of an evidence file.
create table evidence_downloads (
  id bigint generated always as identity primary key,
  appointment_id uuid not null,
  actor_id text not null references users,
  downloaded_at timestamptz not null
);
create index evidence_downloads_of_appointment on evidence_downloads (appointment_id);
