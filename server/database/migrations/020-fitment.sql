-- Fitment: which package fits which car. Words from ACES. Rules are never edited in place: each change is a new version, and a row is in
-- force from its version `since` until the version `until`, which ends it.
create table fitment_versions (
  version integer primary key,
  created_at timestamptz not null,
  -- Null for the product itself: the first data, and rules that turn to `needs_review` after a job that did not fit.
  created_by text references users,
  reason text not null
);

-- A generation of a model, named by its chassis (ACES: MfrBodyCode).
create table fitment_generations (
  id text not null,
  since integer not null references fitment_versions,
  until integer references fitment_versions,
  make text not null,
  model text not null,
  chassis text not null,
  year_from integer not null,
  year_to integer not null check (year_to >= year_from),
  -- The sentence for a model year that was never sold under this name; null for a real generation.
  not_sold text,
  -- [{"maker": "WBA", "descriptor": "3A5[CG]5", "yearFrom": 2012, "yearTo": 2013}]: positions 1 to 3 and 4 to 8 of a VIN.
  vin_patterns jsonb not null default '[]',
  -- The questions that may be asked, in order (ACES: Qual).
  question_ids text[] not null default '{}',
  confidence text not null check (confidence in ('low', 'medium', 'high')),
  sources text[] not null default '{}',
  shop_note text not null default '',
  checked_on date,
  checked_by text references users,
  primary key (id, since)
);
create unique index fitment_generations_in_force on fitment_generations (id) where until is null;

create table fitment_head_units (
  id text not null,
  since integer not null references fitment_versions,
  until integer references fitment_versions,
  generation_id text not null,
  name text not null,
  year_from integer not null,
  year_to integer not null check (year_to >= year_from),
  screen_inches numeric[] not null default '{}',
  car_play text not null check (car_play in ('none', 'optional', 'standard')),
  android_auto text not null check (android_auto in ('none', 'optional', 'standard')),
  recognized_by text not null default '',
  -- {"bmw-screen": ["small", "wide"]}: the answers that this head unit agrees with. Without an entry, all.
  answers jsonb not null default '{}',
  primary key (id, since)
);
create unique index fitment_head_units_in_force on fitment_head_units (id) where until is null;

create table fitment_questions (
  id text not null,
  since integer not null references fitment_versions,
  until integer references fitment_versions,
  text text not null,
  -- [{"value": "small", "text": "A small screen", "picture": "bmw-small-screen"}]
  answers jsonb not null,
  primary key (id, since)
);
create unique index fitment_questions_in_force on fitment_questions (id) where until is null;

-- A rule (ACES: App): for a generation, and perhaps a head unit and an answer, the outcome of one package. The most specific one decides.
create table fitment_rules (
  id text not null,
  since integer not null references fitment_versions,
  until integer references fitment_versions,
  generation_id text not null,
  head_unit_id text,
  question_id text,
  answer_value text,
  package_id integer not null references packages,
  outcome text not null
    check (outcome in ('fits', 'fits_with_condition', 'does_not_fit', 'needs_review', 'activation_only')),
  -- Of `fits_with_condition`: the condition, in the words of the customer who accepts it.
  customer_note text not null,
  shop_note text not null default '',
  extra_minutes integer not null default 0 check (extra_minutes between 0 and 480),
  extra_cents integer not null default 0 check (extra_cents between 0 and 1000000),
  confidence text not null check (confidence in ('low', 'medium', 'high')),
  sources text[] not null default '{}',
  primary key (id, since),
  check ((question_id is null) = (answer_value is null))
);
create unique index fitment_rules_in_force on fitment_rules (id) where until is null;

-- The verdict under which an appointment has its package, append-only: the newest one is in force.
create table fitment_verdicts (
  id bigint generated always as identity,
  appointment_id uuid not null,
  shop_id integer not null references shops,
  package_id integer not null references packages,
  rule_version integer not null references fitment_versions,
  generation_id text,
  head_unit_id text,
  rule_ids text[] not null default '{}',
  answers jsonb not null default '{}',
  outcome text not null
    check (outcome in ('fits', 'fits_with_condition', 'does_not_fit', 'needs_review', 'activation_only')),
  reason text not null,
  -- [{"id": "…", "text": "My car has an AUX socket"}]: what the customer accepted, or a reviewer wrote.
  conditions jsonb not null default '[]',
  extra_minutes integer not null default 0,
  extra_cents integer not null default 0,
  -- The reviewer; null when the rules decided.
  decided_by text references users,
  decided_at timestamptz not null,
  primary key (shop_id, id)
);
create index fitment_verdicts_by_appointment on fitment_verdicts (appointment_id, id);

-- A question to the shop whether a package fits a car: of an appointment that awaits its answer, or a request without an appointment.
create table fitment_reviews (
  id uuid not null,
  shop_id integer not null references shops,
  -- Null for a request that is no purchase: the car may only need an activation.
  appointment_id uuid,
  customer_id text references users,
  package_id integer not null references packages,
  contact_name text,
  contact_email text,
  vehicle_year integer not null,
  vehicle_make text not null,
  vehicle_model text not null,
  vehicle_vin text,
  answers jsonb not null default '{}',
  reason text not null,
  opened_at timestamptz not null,
  -- Another photo that the shop asked for, with its words; cleared by the next photo.
  photo_asked_at timestamptz,
  photo_asked_note text,
  -- The customer waits for the answer although the hold was not renewed.
  customer_waits_at timestamptz,
  outcome text check (outcome in ('fits', 'fits_with_condition', 'does_not_fit', 'activation_only', 'withdrawn', 'unanswered')),
  note text not null default '',
  answered_by text references users,
  answered_at timestamptz,
  primary key (id, shop_id),
  check ((outcome is null) = (answered_at is null)),
  check (appointment_id is not null or contact_email is not null)
);
-- In force while the appointment has this package.
create unique index fitment_reviews_awaiting on fitment_reviews (appointment_id, package_id, shop_id) where answered_at is null;
create index fitment_reviews_by_appointment on fitment_reviews (appointment_id);
create index fitment_reviews_open on fitment_reviews (shop_id, opened_at) where answered_at is null;
create index fitment_reviews_by_customer on fitment_reviews (customer_id) where customer_id is not null;

-- The re-encoded pictures of a review. The row outlives its file, which is deleted by `deleted_at`.
create table fitment_photos (
  id uuid not null,
  shop_id integer not null references shops,
  review_id uuid not null,
  storage_key text not null,
  bytes integer not null,
  width integer not null,
  height integer not null,
  uploaded_at timestamptz not null,
  deleted_at timestamptz,
  primary key (id, shop_id),
  foreign key (review_id, shop_id) references fitment_reviews (id, shop_id)
);
create index fitment_photos_by_review on fitment_photos (review_id);
create index fitment_photos_kept on fitment_photos (uploaded_at) where deleted_at is null;

-- The shop's answer at the end of a job.
create table fitment_outcomes (
  appointment_id uuid not null,
  shop_id integer not null references shops,
  outcome text not null check (outcome in ('fitted_as_sold', 'fitted_with_extra', 'did_not_fit', 'had_it_already')),
  -- The head unit that was found; null when it is none of the known ones.
  head_unit_id text,
  note text not null default '',
  extra_minutes integer not null default 0,
  recorded_by text not null references users,
  recorded_at timestamptz not null,
  primary key (appointment_id, shop_id)
);
create index fitment_outcomes_by_shop on fitment_outcomes (shop_id);
create index fitment_outcomes_by_head_unit on fitment_outcomes (head_unit_id) where head_unit_id is not null;
