-- A customer without an account, whom a shop booked. The user's row has no way to sign in; it only stands for the
-- person where an appointment needs a customer. `email`: lower case, null without one. `claimed_by`: the account with
-- that proven address which took the appointments over.
create table guests (
  shop_id integer not null references shops,
  user_id text not null references users,
  contact_id uuid not null,
  email text check (email = lower(email)),
  claimed_by text references users,
  created_at timestamptz not null,
  primary key (shop_id, user_id),
  foreign key (shop_id, contact_id) references contacts (shop_id, id)
);
create unique index guests_of_contact on guests (shop_id, contact_id) where claimed_by is null;
create index guests_by_user on guests (user_id);
create index guests_by_email on guests (email) where claimed_by is null and email is not null;

alter table appointments
  -- card: a hold. link: the customer has not given a card yet, and is asked by a link. at_shop: no card at all.
  add column pays_by text not null default 'card' check (pays_by in ('card', 'link', 'at_shop')),
  -- Until then the shop waits for the card of a link.
  add column card_due_at timestamptz,
  -- The person who booked it at the shop; null for the customer.
  add column booked_by text references users,
  -- The shop's reason to sell a package that the rules do not allow for the car.
  add column fitment_override text,
  -- The user whose record at the card provider pays, where that is not the customer: the guest of before a claim.
  add column payer_id text references users;

-- Payments that did not go through the product: cash, the shop's card terminal, others. One for each appointment.
create table shop_payments (
  shop_id integer not null references shops,
  appointment_id uuid not null,
  amount_cents integer not null check (amount_cents > 0),
  method text not null check (method in ('cash', 'terminal', 'other')),
  recorded_at timestamptz not null,
  actor_id text references users,
  primary key (appointment_id, shop_id)
);
create trigger shop_payments_tell_news after insert on shop_payments
  for each row execute function tell_shop_news();

-- The pending rows of the list.
create index appointments_unpaid_at_desk on appointments (shop_id, starts_at)
  where state = 'booked' and pays_by <> 'card';
