-- A hold says what it is for and how it ends, so that whoever finds it can go on with it.
alter table holds drop constraint holds_status_check;
alter table holds add constraint holds_status_check check (status in (
  'requested', 'requires_action', 'live', 'capturing', 'captured', 'refunding', 'refunded',
  'releasing', 'released', 'lapsed', 'declined'));
alter table holds
  add column purpose text not null default 'booking'
    check (purpose in ('booking', 'renewal', 'confirmation', 'package', 'charge', 'duplicate')),
  -- What the appointment becomes once a hold for another package is live.
  add column package_id integer references packages,
  -- When the amount came to be held; the card of the latest such hold is the saved one.
  add column live_at timestamptz,
  -- What is being captured.
  add column capture_cents integer check (capture_cents > 0),
  add column card_brand text,
  add column card_last_four text,
  -- Until when somebody has the right to ask the provider for it, by the database's clock.
  add column asked_until timestamptz,
  -- When the provider was last seen to hold it.
  add column looked_at timestamptz,
  -- When its status last changed; what stands still is looked at again.
  add column changed_at timestamptz,
  add constraint holds_package_check check ((purpose = 'package') = (package_id is not null));
update holds set
  status = case when refunded_cents is null then status else 'refunded' end,
  live_at = case when status in ('live', 'captured') then coalesce(settled_at, created_at) end,
  looked_at = coalesce(settled_at, created_at),
  changed_at = coalesce(settled_at, created_at);
alter table holds alter column changed_at set not null;

drop index holds_one_live;
drop index holds_unsettled;
-- One hold at most that can be or was charged, and one that is being asked for: the database decides both.
create unique index holds_one_in_force on holds (appointment_id) where status in ('live', 'capturing', 'captured');
create unique index holds_one_asked_for on holds (appointment_id) where status in ('requested', 'requires_action');
create index holds_under_way on holds (changed_at)
  where status in ('requested', 'requires_action', 'capturing', 'refunding', 'releasing');
create index holds_live on holds (capture_before) where status = 'live';

alter table appointments
  -- When a fresh hold was last tried for the present start.
  add column hold_attempted_at timestamptz,
  -- When the last try for the present start had failed.
  add column hold_failed_at timestamptz;
create index appointments_booked on appointments (starts_at) where state = 'booked';

alter table ledger drop constraint ledger_movement_check;
alter table ledger add constraint ledger_movement_check check (movement in (
  'hold_requested', 'hold_placed', 'hold_declined', 'hold_lapsed', 'release_requested', 'hold_released',
  'capture_requested', 'capture_declined', 'captured', 'refund_requested', 'refunded', 'authorization_ended'));
-- Who asked for it; nobody where the product or the provider acted by itself.
alter table ledger add column actor_id text references users;
-- A cancellation is written down as the end of the customer's permission, also for those that were made before.
insert into ledger (appointment_id, hold_id, movement, amount_cents, recorded_at)
  select distinct on (a.id) a.id, l.hold_id, 'authorization_ended', a.price_cents, l.recorded_at
  from appointments a join ledger l on l.appointment_id = a.id and l.movement = 'hold_placed'
  where a.state in ('cancelled', 'released')
  order by a.id, l.id desc;

create index provider_events_of_intent on provider_events (provider_intent_id) where handled_at is null;

-- This installation at the card provider: it touches no payment that carries another id.
create table installation (
  only_row boolean primary key default true check (only_row),
  id uuid not null default gen_random_uuid(),
  -- Until when the provider's payments were compared with ours.
  swept_until timestamptz,
  swept_at timestamptz
);
insert into installation default values;

-- A mail that is tried no more: its tries are used up, or its server refused it for good.
alter table outbox add column given_up_at timestamptz;
update outbox set given_up_at = due_at where sent_at is null and attempts >= 12;
drop index outbox_due;
create index outbox_due on outbox (due_at) where sent_at is null and given_up_at is null;
create index outbox_of_recipient on outbox (recipient, id) where sent_at is null and given_up_at is null;
