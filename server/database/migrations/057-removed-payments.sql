-- A part payment at the shop that was recorded by mistake: a row below zero names the payment that it removes, once.
alter table shop_payments add column removes uuid check (removes is null or amount_cents < 0);
alter table shop_payments add constraint shop_payments_removes_fkey
  foreign key (shop_id, removes) references shop_payments (shop_id, id);
create unique index shop_payments_one_removal on shop_payments (shop_id, removes) where removes is not null;

-- What the customer's sentence says is charged to the card; null where it names none. The rest of its total is paid: such
-- a payment is not removed.
alter table price_agreements add column card_cents integer;
update price_agreements g set card_cents = g.total_cents - coalesce((
    select sum(p.amount_cents) from shop_payments p
    where p.appointment_id = g.appointment_id and p.recorded_at <= g.agreed_at), 0)
  from appointments a where a.id = g.appointment_id and a.pays_by = 'card';
