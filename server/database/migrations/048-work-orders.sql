-- The work order of an appointment: where the car is, and what was noted, ticked, photographed and signed. The state of
-- the money is apart. Rows are added and never changed: a correction is a new row. Two columns are set once, later:
-- `work_photos.deleted_at` and `sign_offs.voided_at`. Like all rows of a shop they name their appointment without a
-- foreign key; the deletion of an appointment deletes them (server/workshop/work-orders/work-of-account.ts).
alter table appointments add column work_state text not null default 'booked'
  check (work_state in ('booked', 'arrived', 'in_bay', 'ready', 'handed_over', 'no_show'));

create table work_events (
  shop_id integer not null references shops,
  -- Made by the browser, so that a press which is sent twice counts once.
  id uuid not null,
  appointment_id uuid not null,
  event text not null check (event in ('arrive', 'start', 'finish', 'hand_over', 'mark_no_show', 'go_back')),
  from_state text not null,
  to_state text not null,
  recorded_at timestamptz not null,
  -- The clock of the browser, for a press that was kept without a connection: a note, never trusted.
  pressed_at timestamptz,
  actor_id text references users,
  -- The order in which they were recorded: two may have one time.
  position bigint generated always as identity,
  primary key (shop_id, id)
);
create index work_events_of_appointment on work_events (appointment_id, position);

create table work_notes (
  shop_id integer not null references shops,
  id uuid not null,
  appointment_id uuid not null,
  -- shop: for the people of the shop. customer: for the customer too. from_customer: by the customer, at the booking.
  kind text not null check (kind in ('shop', 'customer', 'from_customer')),
  body text not null,
  written_at timestamptz not null,
  author_id text references users,
  primary key (shop_id, id)
);
create index work_notes_of_appointment on work_notes (appointment_id, written_at);

create table mileage_readings (
  shop_id integer not null references shops,
  id uuid not null,
  appointment_id uuid not null,
  mileage integer not null check (mileage >= 0),
  recorded_at timestamptz not null,
  actor_id text references users,
  primary key (shop_id, id)
);
create index mileage_readings_of_appointment on mileage_readings (appointment_id, recorded_at);

create table checklist_marks (
  shop_id integer not null references shops,
  id uuid not null,
  appointment_id uuid not null,
  -- The key of an item in contract/workshop/checklists.ts.
  item text not null,
  is_done boolean not null,
  marked_at timestamptz not null,
  actor_id text references users,
  primary key (shop_id, id)
);
create index checklist_marks_of_appointment on checklist_marks (appointment_id, marked_at);

-- The row outlives its file, which is deleted by `deleted_at`.
create table work_photos (
  shop_id integer not null references shops,
  id uuid not null,
  appointment_id uuid not null,
  kind text not null check (kind in ('damage', 'before', 'after')),
  storage_key text not null,
  bytes integer not null,
  width integer not null,
  height integer not null,
  uploaded_at timestamptz not null,
  actor_id text references users,
  deleted_at timestamptz,
  primary key (shop_id, id)
);
create index work_photos_of_appointment on work_photos (appointment_id, uploaded_at);
create index work_photos_kept on work_photos (uploaded_at) where deleted_at is null;

-- The customer's signature that the work is done. `wording`: the sentence that was signed. `strokes`: lines of points
-- in a box of 1000 by 400. Work that goes on after it voids it, and the customer may sign again.
create table sign_offs (
  shop_id integer not null references shops,
  id uuid not null default gen_random_uuid(),
  appointment_id uuid not null,
  signer_name text not null,
  wording text not null,
  strokes jsonb not null,
  signed_at timestamptz not null,
  -- On a device of the shop, or by the link of a mail or text.
  signed_via text not null check (signed_via in ('shop', 'link')),
  -- The person of the shop whose device it was signed on.
  actor_id text references users,
  voided_at timestamptz,
  primary key (shop_id, id)
);
create unique index sign_offs_in_force on sign_offs (appointment_id, shop_id) where voided_at is null;
create index sign_offs_of_appointment on sign_offs (appointment_id);

create trigger work_events_tell_news after insert on work_events for each row execute function tell_shop_news();
create trigger work_notes_tell_news after insert on work_notes for each row execute function tell_shop_news();
create trigger mileage_readings_tell_news after insert on mileage_readings for each row execute function tell_shop_news();
create trigger checklist_marks_tell_news after insert on checklist_marks for each row execute function tell_shop_news();
create trigger work_photos_tell_news after insert or update on work_photos for each row execute function tell_shop_news();
create trigger sign_offs_tell_news after insert or update on sign_offs for each row execute function tell_shop_news();
