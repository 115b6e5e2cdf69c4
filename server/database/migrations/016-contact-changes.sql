-- Corrections of the contact of an appointment. Its key begins with the shop, as that of every row of a shop will.
create table contact_changes (
  id bigint generated always as identity,
  appointment_id uuid not null,
  shop_id integer not null,
  field text not null check (field in ('name', 'email', 'phone')),
  value_before text not null,
  value_after text not null,
  changed_at timestamptz not null,
  actor_id text references users,
  primary key (shop_id, id)
);
create index contact_changes_of_appointment on contact_changes (appointment_id, id);
