-- A decline after which the bank accepts no other charge on the card: lost, stolen, blocked.
alter table holds add column refusal_is_final boolean not null default false;

-- Cash that goes back after a cancellation. `return_due`: decided with the cancellation, in its transaction.
-- `returned_at_shop`: the shop gave it back. A row of `shop_payments` below zero, which the trigger enters so.
alter table shop_payments drop constraint shop_payments_amount_cents_check;
alter table shop_payments add constraint shop_payments_amount_cents_check
  check (amount_cents > 0 or (amount_cents < 0 and not is_final));

alter table ledger drop constraint ledger_movement_check;
alter table ledger add constraint ledger_movement_check check (movement in (
  'hold_requested', 'hold_placed', 'hold_raised', 'hold_declined', 'hold_lapsed', 'release_requested', 'hold_released',
  'capture_requested', 'capture_declined', 'captured', 'refund_requested', 'refund_dropped', 'refunded',
  'authorization_ended', 'dispute_inquired', 'dispute_opened', 'dispute_withdrawn', 'dispute_reinstated', 'dispute_fee',
  'dispute_fee_returned', 'dispute_won', 'dispute_lost', 'dispute_ended',
  'paid_otherwise', 'paid_otherwise_in_part', 'return_due', 'returned_at_shop', 'tax_collected', 'tax_returned',
  'fee_due', 'fee_waived'));
alter table ledger drop constraint ledger_hold_check;
alter table ledger add constraint ledger_hold_check check (hold_id is not null or movement in (
  'paid_otherwise', 'paid_otherwise_in_part', 'return_due', 'returned_at_shop', 'tax_collected', 'tax_returned',
  'fee_due', 'fee_waived'));

create or replace function enter_shop_payment() returns trigger language plpgsql as $$
begin
  insert into ledger (appointment_id, shop_id, movement, amount_cents, recorded_at, actor_id)
    values (new.appointment_id, new.shop_id,
      case when new.amount_cents < 0 then 'returned_at_shop'
        when new.is_final then 'paid_otherwise' else 'paid_otherwise_in_part' end,
      abs(new.amount_cents), new.recorded_at, new.actor_id);
  return null;
end $$;

-- The movements of payout statements; the condition of the version before implies this one.
drop index ledger_of_payouts;
create index ledger_of_payouts on ledger (shop_id, recorded_at) include (movement, amount_cents)
  where movement in (
    'captured', 'refunded', 'dispute_withdrawn', 'dispute_reinstated', 'dispute_fee', 'dispute_fee_returned',
    'paid_otherwise', 'paid_otherwise_in_part', 'returned_at_shop', 'tax_collected', 'tax_returned');

-- Cancelled appointments whose customer has money at the shop; one query of Needs attention reads them.
create index ledger_returns_due on ledger (shop_id, appointment_id) where movement = 'return_due';

-- Those that were cancelled before this was recorded.
insert into ledger (appointment_id, shop_id, movement, amount_cents, recorded_at)
  select a.id, a.shop_id, 'return_due', sum(p.amount_cents), now()
  from appointments a join shop_payments p on p.appointment_id = a.id
  where a.state = 'cancelled' group by a.id, a.shop_id;
