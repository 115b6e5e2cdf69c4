-- What is a shop's carries its number, so that rows can be kept by shop one day: in partitions, or on machines of their own.
alter table order_requests add column shop_id integer;
alter table holds add column shop_id integer;
alter table ledger add column shop_id integer;

update order_requests r set shop_id = a.shop_id from appointments a where a.id = r.appointment_id;
update holds h set shop_id = a.shop_id from appointments a where a.id = h.appointment_id;
-- No movement changes; each only says whose it always was.
alter table ledger disable trigger ledger_is_append_only;
update ledger l set shop_id = a.shop_id from appointments a where a.id = l.appointment_id;
alter table ledger enable trigger ledger_is_append_only;

alter table order_requests alter column shop_id set not null;
alter table holds alter column shop_id set not null;
alter table ledger alter column shop_id set not null;

-- A process of the version before writes none of them while it is still there: an appointment never moves to another shop, so what
-- belongs to it is told by it.
create function take_shop_of_appointment() returns trigger language plpgsql as $$
begin
  select shop_id into new.shop_id from appointments where id = new.appointment_id;
  return new;
end $$;
create trigger order_requests_have_a_shop before insert on order_requests
  for each row when (new.shop_id is null) execute function take_shop_of_appointment();
create trigger holds_have_a_shop before insert on holds
  for each row when (new.shop_id is null) execute function take_shop_of_appointment();
create trigger ledger_has_a_shop before insert on ledger
  for each row when (new.shop_id is null) execute function take_shop_of_appointment();
