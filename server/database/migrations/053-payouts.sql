-- Payments of statements that administrators made outside the product, by bank transfer. `correction`: changes what was
-- recorded, by a signed amount and with a reason. Rows are only ever added.
create table payouts (
  shop_id integer not null references shops,
  -- Made by the browser, so that a payment which is sent twice counts once.
  id uuid not null,
  -- The first day of the month that the statement is of.
  month date not null check (extract(day from month) = 1),
  kind text not null check (kind in ('payment', 'correction')),
  amount_cents integer not null check (amount_cents <> 0),
  paid_on date not null,
  -- Of the bank transfer.
  reference text not null,
  reason text,
  recorded_at timestamptz not null,
  actor_id text references users,
  primary key (shop_id, id),
  check (kind = 'correction' or amount_cents > 0),
  check ((kind = 'correction') = (reason is not null))
);
create index payouts_of_month on payouts (shop_id, month);

create function refuse_payout_change() returns trigger language plpgsql as $$
begin
  raise exception 'payouts are append-only';
end $$;
create trigger payouts_are_append_only before update or delete on payouts
  for each statement execute function refuse_payout_change();

-- The movements of payout statements, by shop and time.
create index ledger_of_payouts on ledger (shop_id, recorded_at) include (movement, amount_cents)
  where movement in (
    'captured', 'refunded', 'dispute_withdrawn', 'dispute_reinstated', 'dispute_fee', 'dispute_fee_returned',
    'paid_otherwise', 'paid_otherwise_in_part', 'tax_collected', 'tax_returned');
