-- A shop's fee for a late cancellation or a no-show, and the fee that a customer agreed to when booking.

-- All null: no fee, the default. Free until so many hours before the start; the fee as an amount or in percent of the
-- price.
alter table shops
  add column cancel_free_hours integer check (cancel_free_hours between 1 and 168),
  add column cancel_fee_cents integer check (cancel_fee_cents between 100 and 50000),
  add column cancel_fee_percent integer check (cancel_fee_percent between 1 and 100),
  add constraint shops_cancel_fee check (
    num_nonnulls(cancel_fee_cents, cancel_fee_percent) = num_nonnulls(cancel_free_hours));

-- The terms that the customer agreed to, both null without a fee: a later change of the shop's terms does not count.
-- `cancel_fee_from`: the instant from which a cancellation by the customer costs the fee.
alter table appointments
  add column cancel_fee_cents integer check (cancel_fee_cents > 0),
  add column cancel_fee_from timestamptz,
  add constraint appointments_cancel_fee check ((cancel_fee_cents is null) = (cancel_fee_from is null));

-- The part of a captured amount that is a fee, which a cancellation does not refund.
alter table holds add column fee_cents integer check (fee_cents > 0);

-- Appointments that were cancelled with a fee; one query of Needs attention reads the newest.
create index ledger_fees_due on ledger (recorded_at, appointment_id) where movement = 'fee_due';
