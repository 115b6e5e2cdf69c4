-- The number of the receipt of each paid appointment, counted by each shop without gaps. A trigger gives it in the
-- transaction that completes the appointment, so that a process of the version before numbers too. Its date is that of
-- the payment.
create table receipt_counters (
  shop_id integer primary key references shops,
  last_number integer not null check (last_number > 0)
);

create table receipts (
  shop_id integer not null references shops,
  number integer not null,
  appointment_id uuid not null,
  primary key (shop_id, number)
);
create unique index receipts_of_appointment on receipts (appointment_id, shop_id);

create function number_receipt() returns trigger language plpgsql as $$
declare
  next_number integer;
begin
  if exists (select from receipts where appointment_id = new.id and shop_id = new.shop_id) then
    return null;
  end if;
  insert into receipt_counters (shop_id, last_number) values (new.shop_id, 1)
    on conflict (shop_id) do update set last_number = receipt_counters.last_number + 1
    returning last_number into next_number;
  insert into receipts (shop_id, number, appointment_id) values (new.shop_id, next_number, new.id);
  return null;
end $$;
create trigger appointments_number_receipt after update on appointments
  for each row when (new.state = 'completed' and old.state <> 'completed') execute function number_receipt();

-- After the trigger, whose lock keeps payments waiting until this migration is done: none is left without a number.
insert into receipts (shop_id, number, appointment_id)
  select a.shop_id, row_number() over (partition by a.shop_id order by min(paid.at), a.id), a.id
    from appointments a join (
      select appointment_id, recorded_at as at from ledger where movement = 'captured'
      union all select appointment_id, recorded_at from shop_payments
    ) as paid on paid.appointment_id = a.id
    group by a.shop_id, a.id;
insert into receipt_counters (shop_id, last_number) select shop_id, max(number) from receipts group by shop_id;
