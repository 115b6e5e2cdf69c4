-- A part payment at the shop that was recorded by mistake: a row below zero names the payment that it removes, once.
alter table shop_payments add column removes uuid check (removes is null or amount_cents < 0);
alter table shop_payments add constraint shop_payments_removes_fkey
  foreign key (shop_id, removes) references shop_payments (shop_id, id);
create unique index shop_payments_one_removal on shop_payments (shop_id, removes) where removes is not null;
