-- The network from which a slot was claimed, to see claims of one network that lapse. Kept for 30 days.
create table claim_networks (
  appointment_id uuid primary key,
  customer_id text not null references users,
  network text not null,
  claimed_at timestamptz not null
);
create index claim_networks_by_customer on claim_networks (customer_id);
create index claim_networks_by_time on claim_networks (claimed_at);

-- The limits of bookings and cards that customers have hit: one row for each limit and network. Kept for 90 days.
create table customer_limit_hits (
  customer_id text not null references users,
  limit_name text not null,
  network text not null,
  hits integer not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (customer_id, limit_name, network)
);
create index customer_limit_hits_by_time on customer_limit_hits (last_at);

-- Decisions of administrators about a customer, append-only: the newest one of each kind is in force.
create table customer_decisions (
  id bigint generated always as identity primary key,
  customer_id text not null references users,
  decision text not null check (decision in ('block', 'unblock', 'lift')),
  limit_name text,
  lifted_until timestamptz,
  reason text not null,
  actor_id text not null references users,
  decided_at timestamptz not null,
  check ((decision = 'lift') = (limit_name is not null and lifted_until is not null))
);
create index customer_decisions_by_customer on customer_decisions (customer_id, id);

-- Answers of the maps provider, which charges for each request. Kept for 30 days.
create table geocoded_addresses (
  address_digest text primary key,
  answer jsonb not null,
  asked_at timestamptz not null
);
create index geocoded_addresses_by_time on geocoded_addresses (asked_at);
