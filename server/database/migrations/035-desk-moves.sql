-- Moves of an appointment by its shop. A customer's own move is told by its mail in the outbox.
create table appointment_moves (
  id bigint generated always as identity,
  appointment_id uuid not null,
  shop_id integer not null,
  starts_before timestamptz not null,
  starts_after timestamptz not null,
  ends_before timestamptz not null,
  ends_after timestamptz not null,
  bay_before integer not null,
  bay_after integer not null,
  moved_at timestamptz not null,
  actor_id text references users,
  primary key (shop_id, id)
);
create index appointment_moves_of_appointment on appointment_moves (appointment_id, id);
create trigger appointment_moves_tell_news after insert on appointment_moves
  for each row execute function tell_shop_news();

-- The shop itself agreed on a time outside its hours: the appointment is no problem for that reason.
alter table appointments add column hours_waived boolean not null default false;
