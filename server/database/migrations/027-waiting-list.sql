-- Appointments whose customers are mailed when an earlier start opens at the shop.
create table waiting_list (
  appointment_id uuid not null,
  shop_id integer not null references shops,
  created_at timestamptz not null,
  -- The last look of the job: the free starts before `known_before` that the customer knows. Others are news, once.
  known_starts timestamptz[] not null,
  known_before timestamptz not null,
  primary key (appointment_id, shop_id)
);
create index waiting_list_by_shop on waiting_list (shop_id);
