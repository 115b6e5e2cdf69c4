create extension if not exists btree_gist;

create table appointments (
  id uuid primary key,
  shop_id integer not null references shops,
  bay_id integer not null,
  customer_id text not null references users,
  package_id integer not null references packages,
  price_cents integer not null check (price_cents > 0),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  state text not null check (state in ('claimed', 'booked', 'completed', 'cancelled', 'released')),
  -- Until when an unpaid claim keeps its slot.
  claim_expires_at timestamptz,
  customer_name text not null,
  customer_email text not null,
  customer_phone text not null check (customer_phone ~ '^[0-9]{10}$'),
  vehicle_year integer not null,
  vehicle_make text not null,
  vehicle_model text not null,
  vehicle_vin text check (vehicle_vin ~ '^[A-HJ-NPR-Z0-9]{17}$'),
  -- Raised with every change that the customer's calendar must follow.
  sequence integer not null default 0,
  created_at timestamptz not null,
  check (ends_at > starts_at),
  check ((state = 'claimed') = (claim_expires_at is not null)),
  foreign key (shop_id, bay_id) references bays (shop_id, id),
  -- The database itself makes two appointments in one bay at one time impossible.
  constraint appointments_bay_is_free exclude using gist
    (bay_id with =, tstzrange(starts_at, ends_at) with &&) where (state in ('claimed', 'booked', 'completed'))
);
create index appointments_of_customer on appointments (customer_id, starts_at);
create index appointments_of_shop on appointments (shop_id, starts_at);
-- A day's busy times at a shop, read without looking at the rows.
create index appointments_taking_bays on appointments (shop_id, starts_at) include (id, bay_id, ends_at)
  where state in ('claimed', 'booked', 'completed');
create index appointments_in_order on appointments (starts_at);
create index appointments_claimed on appointments (claim_expires_at) where state = 'claimed';

-- One order of a customer, however often its request arrives.
create table order_requests (
  customer_id text not null references users,
  idempotency_key text not null,
  -- SHA-256 of the order as it was sent, so that one key cannot stand for two orders.
  order_digest text not null,
  appointment_id uuid not null references appointments,
  created_at timestamptz not null,
  primary key (customer_id, idempotency_key)
);
