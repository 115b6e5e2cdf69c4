-- Widens every key of a shop's table by the shop, as partitions and a distributed PostgreSQL require (docs/scaling.md). No uniqueness is
-- lost or gained, because a bay, an appointment and a hold belong to one shop each; one exception is named below. Takes locks and
-- builds indexes: run it at night.
begin;

alter table order_requests
  drop constraint order_requests_appointment_id_fkey,
  drop constraint order_requests_pkey;
alter table ledger
  drop constraint ledger_appointment_id_fkey,
  drop constraint ledger_hold_id_fkey,
  drop constraint ledger_pkey;
alter table holds
  drop constraint holds_appointment_id_fkey,
  drop constraint holds_provider_intent_id_key,
  drop constraint holds_pkey;
drop index holds_one_in_force, holds_one_asked_for;
alter table appointments
  drop constraint appointments_shop_id_bay_id_fkey,
  drop constraint appointments_bay_is_free,
  drop constraint appointments_pkey;
alter table blocks
  drop constraint blocks_shop_id_bay_id_fkey;
alter table bays
  drop constraint bays_shop_id_id_key,
  drop constraint bays_pkey;
alter table shop_closures
  drop constraint shop_closures_pkey;

-- The shop is last where queries omit it, so that the same index serves them.
alter table shop_closures
  add primary key (id, shop_id);
alter table bays
  add primary key (shop_id, id);
alter table blocks
  add foreign key (shop_id, bay_id) references bays (shop_id, id);
alter table appointments
  add primary key (id, shop_id),
  add foreign key (shop_id, bay_id) references bays (shop_id, id),
  add constraint appointments_bay_is_free exclude using gist
    (shop_id with =, bay_id with =, tstzrange(starts_at, ends_at) with &&) where (state in ('claimed', 'booked', 'completed'));
alter table holds
  add primary key (id, shop_id),
  add unique (provider_intent_id, shop_id),
  add foreign key (appointment_id, shop_id) references appointments (id, shop_id);
create unique index holds_one_in_force on holds (appointment_id, shop_id, (purpose in ('extra', 'extra_off_session')))
  where status in ('live', 'capturing', 'captured');
create unique index holds_one_asked_for on holds (appointment_id, shop_id, (purpose in ('extra', 'extra_off_session')))
  where status in ('requested', 'requires_action');
alter table ledger
  add primary key (id, shop_id),
  add foreign key (appointment_id, shop_id) references appointments (id, shop_id),
  add foreign key (hold_id, shop_id) references holds (id, shop_id);
-- The exception: one idempotency key sent at the same moment for two shops would make two orders. Browsers never do: a key is one order's.
alter table order_requests
  add primary key (customer_id, idempotency_key, shop_id),
  add foreign key (appointment_id, shop_id) references appointments (id, shop_id);

commit;
