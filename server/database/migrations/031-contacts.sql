-- The form in which names, phones and cars are compared: small letters without accents, and nothing of the signs
-- that people leave out or add (apostrophes, hyphens, dots, brackets, spaces). A line break stays: it parts two
-- fields. Built on `searchable`, so that a trigram index works under any locale.
create function findable(text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return searchable(replace(replace(replace(replace(replace(replace(replace(replace(
    translate(
      -- Combining marks of Latin, Greek, Cyrillic, Hebrew and Arabic, the Arabic tatweel, and invisible characters.
      regexp_replace(normalize($1, NFKD),
        '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\u20d0-\u20ff\ufe20-\ufe2f\ufeff]',
        '', 'g'),
      -- Letters without a decomposition, Arabic and Devanagari digits; the signs at the end have no counterpart and go.
      'łŁøØđĐðÐħĦıٱىیکة٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९''’‘‛ʼʻʹ′`"“”-‐‑‒–—―−.,()+/#·・' || E' \t',
      'lLoOdDdDhHiاييكه012345678901234567890123456789'),
    'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th'));
end $$;

-- A person whom a shop knows. `user_id`: the account of this person. `merged_into`: the record that stands for this
-- one, after both were found to be of one person. `created_by`: null for a record that an order made.
create table contacts (
  id uuid not null,
  shop_id integer not null references shops,
  name text not null,
  phone text,
  email text,
  user_id text references users,
  merged_into uuid,
  created_at timestamptz not null,
  created_by text references users,
  find_text text collate "C" not null generated always as (
    findable(name || E'\n' || coalesce(email, '') || E'\n' || coalesce('1' || phone, ''))) stored,
  primary key (shop_id, id),
  foreign key (shop_id, merged_into) references contacts (shop_id, id)
);
create unique index contacts_of_account on contacts (shop_id, user_id)
  where user_id is not null and merged_into is null;
create index contacts_by_account on contacts (user_id) where user_id is not null;
create index contacts_without_account on contacts (lower(email), shop_id) where user_id is null and email is not null;
create index contacts_by_phone on contacts (shop_id, phone) where merged_into is null and phone is not null;
create index contacts_by_email on contacts (shop_id, lower(email)) where merged_into is null and email is not null;
-- A name may become longer than an index entry.
create index contacts_listed on contacts (shop_id, left(find_text, 60), id) where merged_into is null;
create index contacts_by_id on contacts (id);
create index contacts_by_text on contacts using gin (find_text gin_trgm_ops) with (gin_pending_list_limit = 256);
create index contacts_merged on contacts (shop_id, merged_into) where merged_into is not null;

-- Notes of a shop about a person. Rows are added and never changed; a merge moves them.
create table contact_notes (
  id bigint generated always as identity,
  shop_id integer not null,
  contact_id uuid not null,
  text text not null,
  author_id text references users,
  written_at timestamptz not null,
  primary key (shop_id, id),
  foreign key (shop_id, contact_id) references contacts (shop_id, id)
);
create index contact_notes_of_contact on contact_notes (shop_id, contact_id, id);

-- Cars that the shop typed. Those of appointments stand with the appointments.
create table contact_vehicles (
  id bigint generated always as identity,
  shop_id integer not null,
  contact_id uuid not null,
  vehicle_year integer not null,
  vehicle_make text not null,
  vehicle_model text not null,
  vehicle_vin text,
  added_at timestamptz not null,
  added_by text references users,
  find_text text collate "C" not null generated always as (
    findable(coalesce(vehicle_vin, '') || E'\n' || vehicle_year::text || vehicle_make || vehicle_model)) stored,
  primary key (shop_id, id),
  foreign key (shop_id, contact_id) references contacts (shop_id, id)
);
create index contact_vehicles_of_contact on contact_vehicles (shop_id, contact_id, id);
create index contact_vehicles_by_text on contact_vehicles using gin (find_text gin_trgm_ops)
  with (gin_pending_list_limit = 256);

-- Merges of two records, with all that an undo needs: the rows that moved, and the fields of the kept record before
-- and after.
create table contact_merges (
  id uuid not null,
  shop_id integer not null,
  kept_id uuid not null,
  merged_id uuid not null,
  moved_appointments uuid[] not null,
  moved_notes bigint[] not null,
  moved_vehicles bigint[] not null,
  name_before text not null,
  phone_before text,
  email_before text,
  user_before text references users,
  name_after text not null,
  phone_after text,
  email_after text,
  merged_at timestamptz not null,
  merged_by text not null references users,
  undone_at timestamptz,
  undone_by text references users,
  primary key (shop_id, id),
  foreign key (shop_id, kept_id) references contacts (shop_id, id),
  foreign key (shop_id, merged_id) references contacts (shop_id, id)
);
create index contact_merges_of_kept on contact_merges (shop_id, kept_id);
create index contact_merges_of_merged on contact_merges (shop_id, merged_id);

alter table appointments
  add column contact_id uuid,
  -- Name, email, phone, VIN, car and the number of the receipt, each on a line of its own.
  add column find_text text collate "C" not null generated always as (
    findable(customer_name || E'\n' || customer_email || E'\n1' || customer_phone || E'\n' || coalesce(vehicle_vin, '')
      || E'\n' || vehicle_year::text || vehicle_make || vehicle_model || E'\n' || right(id::text, 12))) stored;

-- One contact for each customer of a shop, with the name, email and phone of the newest appointment.
insert into contacts (id, shop_id, name, phone, email, user_id, created_at)
  select gen_random_uuid(), a.shop_id, a.customer_name, a.customer_phone, a.customer_email, a.customer_id, a.first_at
    from (
      select distinct on (shop_id, customer_id) shop_id, customer_id, customer_name, customer_phone, customer_email,
          min(created_at) over (partition by shop_id, customer_id) as first_at
        from appointments order by shop_id, customer_id, state = 'released', created_at desc, id desc) a
    join users u on u.id = a.customer_id and u.deleted_at is null;
update appointments a set contact_id = c.id from contacts c where c.shop_id = a.shop_id and c.user_id = a.customer_id;

alter table appointments add foreign key (shop_id, contact_id) references contacts (shop_id, id);
create index appointments_of_contact on appointments (contact_id);
create index appointments_by_found_text on appointments using gin (find_text gin_trgm_ops)
  with (gin_pending_list_limit = 256);

-- The version before leaves the contact out: the record of the account at the shop, else a new one.
create function take_contact_of_account() returns trigger language plpgsql as $$
declare
  found record;
begin
  insert into contacts (id, shop_id, name, phone, email, user_id, created_at)
    select gen_random_uuid(), new.shop_id, new.customer_name, new.customer_phone, new.customer_email, new.customer_id,
      new.created_at
    where not exists (select from contacts where shop_id = new.shop_id and user_id = new.customer_id)
    on conflict (shop_id, user_id) where user_id is not null and merged_into is null do nothing;
  select id, merged_into into found from contacts
    where shop_id = new.shop_id and user_id = new.customer_id
    order by merged_into is not null, created_at desc, id limit 1;
  while found.merged_into is not null loop
    select id, merged_into into found from contacts where shop_id = new.shop_id and id = found.merged_into;
  end loop;
  new.contact_id := found.id;
  return new;
end $$;
create trigger appointments_have_a_contact before insert on appointments
  for each row when (new.contact_id is null) execute function take_contact_of_account();

-- The version before deletes an account and knows no contacts. The present one has deleted them by then.
create function forget_contacts_of_account() returns trigger language plpgsql as $$
begin
  delete from contact_notes n using contacts c where c.user_id = new.id and n.shop_id = c.shop_id and n.contact_id = c.id;
  delete from contact_vehicles v using contacts c where c.user_id = new.id and v.shop_id = c.shop_id and v.contact_id = c.id;
  update contacts set name = 'Deleted customer', phone = null, email = null where user_id = new.id;
  return null;
end $$;
create trigger users_forget_contacts after update of deleted_at on users
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function forget_contacts_of_account();
