-- The price on the day of an appointment: lines beside the package, the customer's agreement to more than the hold,
-- refunds of a part, payments at the shop of a part, and the sales tax that the price includes.

-- Like all rows of a shop these name their appointment without a foreign key.
-- Rows are added; one that was wrong is removed by its two last columns and stays. A discount lowers the price.
create table price_lines (
  shop_id integer not null references shops,
  -- Made by the browser, so that a line which is sent twice counts once.
  id uuid not null,
  appointment_id uuid not null,
  kind text not null check (kind in ('part', 'labor', 'discount', 'tip')),
  -- The words on the receipt; for a discount its reason.
  description text not null,
  amount_cents integer not null check (amount_cents > 0),
  added_at timestamptz not null,
  -- Null for a tip that the customer gave by a link.
  actor_id text references users,
  removed_at timestamptz,
  removed_by text references users,
  primary key (shop_id, id)
);
create index price_lines_of_appointment on price_lines (appointment_id, added_at);

-- The customer's agreement to a total above the price that the card was held for. Rows are never changed: the latest
-- one counts, while the package has the price that it names.
create table price_agreements (
  shop_id integer not null references shops,
  id uuid not null default gen_random_uuid(),
  appointment_id uuid not null,
  -- The total that was agreed to, and the price of the package in it.
  total_cents integer not null check (total_cents > 0),
  price_cents integer not null check (price_cents > 0),
  -- The lines as they were shown: kind, description, amount_cents.
  lines jsonb not null,
  signer_name text not null,
  wording text not null,
  -- As in sign_offs.
  strokes jsonb not null,
  agreed_at timestamptz not null,
  agreed_via text not null check (agreed_via in ('shop', 'link')),
  actor_id text references users,
  primary key (shop_id, id)
);
create index price_agreements_of_appointment on price_agreements (appointment_id, agreed_at);

-- Refunds of a part of a captured hold. The row is there before the provider is called, and its id makes the
-- idempotency key of that call. `dropped`: the amount had gone back otherwise.
create table refunds (
  shop_id integer not null references shops,
  -- Made by the browser.
  id uuid not null,
  appointment_id uuid not null,
  hold_id uuid not null,
  amount_cents integer not null check (amount_cents > 0),
  reason text not null,
  status text not null default 'requested' check (status in ('requested', 'made', 'dropped')),
  provider_refund_id text,
  -- Part of the idempotency key: raised when the provider spent a key without making the refund.
  attempt integer not null default 1,
  requested_at timestamptz not null,
  -- Not tried before: the provider refused the last try for a reason that time may change.
  rests_until timestamptz,
  settled_at timestamptz,
  actor_id text references users,
  primary key (shop_id, id)
);
create index refunds_of_appointment on refunds (appointment_id, requested_at);
create index refunds_under_way on refunds (requested_at) where status = 'requested';

-- Raises of a live hold to a total, for the part of the price above it. The row is there before the provider is called,
-- and its id is the idempotency key of that call.
create table hold_increments (
  shop_id integer not null references shops,
  id uuid not null default gen_random_uuid(),
  appointment_id uuid not null,
  hold_id uuid not null,
  to_cents integer not null check (to_cents > 0),
  status text not null default 'requested' check (status in ('requested', 'raised', 'declined', 'not_raised')),
  requested_at timestamptz not null,
  settled_at timestamptz,
  actor_id text references users,
  primary key (shop_id, id)
);
create index hold_increments_of_appointment on hold_increments (appointment_id);
create unique index hold_increments_under_way on hold_increments (hold_id, shop_id) where status = 'requested';

-- `extra`: the part of the price above the hold, with the customer present. `extra_off_session`: on the saved card.
-- `fee`: for a no-show or a late cancellation, when no hold is left to take it from.
alter table holds drop constraint holds_purpose_check;
alter table holds add constraint holds_purpose_check check (purpose in (
  'booking', 'renewal', 'confirmation', 'package', 'charge', 'duplicate', 'extra', 'extra_off_session', 'fee'));
-- One hold of the price and one of the extra amount at most, each asked for and in force.
drop index holds_one_in_force;
drop index holds_one_asked_for;
create unique index holds_one_in_force on holds (appointment_id, (purpose in ('extra', 'extra_off_session')))
  where status in ('live', 'capturing', 'captured');
create unique index holds_one_asked_for on holds (appointment_id, (purpose in ('extra', 'extra_off_session')))
  where status in ('requested', 'requires_action');

-- Payments at the shop and sales tax have no hold.
alter table ledger alter column hold_id drop not null;
alter table ledger drop constraint ledger_movement_check;
alter table ledger add constraint ledger_movement_check check (movement in (
  'hold_requested', 'hold_placed', 'hold_raised', 'hold_declined', 'hold_lapsed', 'release_requested', 'hold_released',
  'capture_requested', 'capture_declined', 'captured', 'refund_requested', 'refund_dropped', 'refunded',
  'authorization_ended', 'dispute_inquired', 'dispute_opened', 'dispute_withdrawn', 'dispute_reinstated', 'dispute_fee',
  'dispute_fee_returned', 'dispute_won', 'dispute_lost', 'dispute_ended',
  'paid_otherwise', 'paid_otherwise_in_part', 'tax_collected', 'tax_returned', 'fee_due', 'fee_waived'));
alter table ledger add constraint ledger_hold_check check (hold_id is not null or movement in (
  'paid_otherwise', 'paid_otherwise_in_part', 'tax_collected', 'tax_returned', 'fee_due', 'fee_waived'));

-- Several for one appointment; `is_final`: it completes the appointment.
alter table shop_payments
  add column id uuid not null default gen_random_uuid(),
  add column is_final boolean not null default true;
alter table shop_payments drop constraint shop_payments_pkey;
alter table shop_payments add primary key (shop_id, id);
create index shop_payments_of_appointment on shop_payments (appointment_id, recorded_at);
create unique index shop_payments_one_final on shop_payments (appointment_id, shop_id) where is_final;

-- By a trigger, so that a process of the version before writes the ledger too.
create function enter_shop_payment() returns trigger language plpgsql as $$
begin
  insert into ledger (appointment_id, shop_id, movement, amount_cents, recorded_at, actor_id)
    values (new.appointment_id, new.shop_id,
      case when new.is_final then 'paid_otherwise' else 'paid_otherwise_in_part' end,
      new.amount_cents, new.recorded_at, new.actor_id);
  return null;
end $$;
create trigger shop_payments_enter_ledger after insert on shop_payments
  for each row execute function enter_shop_payment();
insert into ledger (appointment_id, shop_id, movement, amount_cents, recorded_at, actor_id)
  select appointment_id, shop_id, 'paid_otherwise', amount_cents, recorded_at, actor_id from shop_payments;

-- Sales tax is off while a shop has no rate, and for packages without a share. In thousandths of a percent.
alter table shops
  add column tax_rate integer check (tax_rate between 1 and 30000),
  add column takes_tips boolean not null default false;
create table taxable_shares (
  shop_id integer not null references shops,
  package_id integer not null references packages,
  -- The taxable parts in percent of the price.
  percent integer not null check (percent between 1 and 100),
  primary key (shop_id, package_id)
);
-- The rate and the share that a paid appointment was taxed by, from its first payment on.
create table sales_taxes (
  shop_id integer not null references shops,
  appointment_id uuid not null,
  tax_rate integer not null,
  taxable_percent integer not null,
  set_at timestamptz not null,
  primary key (shop_id, appointment_id)
);

create trigger price_lines_tell_news after insert or update on price_lines
  for each row execute function tell_shop_news();
create trigger price_agreements_tell_news after insert on price_agreements
  for each row execute function tell_shop_news();
create trigger refunds_tell_news after insert or update on refunds
  for each row execute function tell_shop_news();
