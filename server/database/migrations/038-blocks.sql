-- Time of a bay that the shop keeps free of jobs: lunch, training, a broken lift. A weekly block is a series, whose days
-- are written out ahead. conflict: a job lay in it when its day was written, so it blocks nothing yet. skipped: the shop
-- does without it on that day.
create table block_series (
  shop_id integer not null references shops,
  id uuid not null,
  bay_ids integer[] not null check (cardinality(bay_ids) > 0),
  first_day date not null,
  -- The wall time of the shop; the end of a day is 24:00.
  from_time time not null,
  until_time time not null check (until_time > from_time),
  reason text not null,
  created_at timestamptz not null,
  created_by text references users,
  -- The series has no block from that day on; null while it goes on.
  ended_on date,
  written_through date not null,
  primary key (shop_id, id)
);
create index block_series_to_write on block_series (written_through) where ended_on is null;

create table blocks (
  shop_id integer not null,
  id uuid not null,
  bay_id integer not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  reason text not null,
  state text not null check (state in ('active', 'conflict', 'skipped', 'removed')),
  series_id uuid,
  -- The day of the series.
  day date,
  created_at timestamptz not null,
  created_by text references users,
  removed_at timestamptz,
  removed_by text references users,
  primary key (shop_id, id),
  foreign key (shop_id, bay_id) references bays (shop_id, id),
  foreign key (shop_id, series_id) references block_series (shop_id, id),
  unique (shop_id, series_id, day, bay_id)
);
create index blocks_of_shop on blocks (shop_id, starts_at) where state in ('active', 'conflict');
create trigger blocks_tell_news after insert or update on blocks for each row execute function tell_shop_news();

-- The times at which bays are taken, by appointments and by blocks: one exclusion constraint cannot span two tables.
-- Triggers alone write it, so a process of the version before keeps it too.
create table bay_times (
  shop_id integer not null,
  bay_id integer not null,
  during tstzrange not null,
  appointment_id uuid,
  block_id uuid,
  check (num_nonnulls(appointment_id, block_id) = 1),
  constraint bay_times_are_free exclude using gist (shop_id with =, bay_id with =, during with &&)
);
create unique index bay_times_of_appointment on bay_times (appointment_id, shop_id) where appointment_id is not null;
create unique index bay_times_of_block on bay_times (block_id, shop_id) where block_id is not null;

insert into bay_times (shop_id, bay_id, during, appointment_id)
  select shop_id, bay_id, tstzrange(starts_at, ends_at), id from appointments
    where state in ('claimed', 'booked', 'completed');

create function keep_time_of_appointment() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into bay_times (shop_id, bay_id, during, appointment_id)
      values (new.shop_id, new.bay_id, tstzrange(new.starts_at, new.ends_at), new.id);
  elsif tg_op = 'DELETE' or new.state not in ('claimed', 'booked', 'completed') then
    delete from bay_times where appointment_id = old.id;
  else
    update bay_times set bay_id = new.bay_id, during = tstzrange(new.starts_at, new.ends_at)
      where appointment_id = new.id;
    if not found then
      insert into bay_times (shop_id, bay_id, during, appointment_id)
        values (new.shop_id, new.bay_id, tstzrange(new.starts_at, new.ends_at), new.id);
    end if;
  end if;
  return null;
end $$;
create trigger appointments_take_time after insert on appointments
  for each row when (new.state in ('claimed', 'booked', 'completed')) execute function keep_time_of_appointment();
create trigger appointments_change_time after update on appointments
  for each row when (
    (old.bay_id, old.starts_at, old.ends_at, old.state in ('claimed', 'booked', 'completed'))
    is distinct from (new.bay_id, new.starts_at, new.ends_at, new.state in ('claimed', 'booked', 'completed')))
  execute function keep_time_of_appointment();
create trigger appointments_leave_time after delete on appointments
  for each row execute function keep_time_of_appointment();

create function keep_time_of_block() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from bay_times where block_id = old.id;
  end if;
  if new.state = 'active' then
    insert into bay_times (shop_id, bay_id, during, block_id)
      values (new.shop_id, new.bay_id, tstzrange(new.starts_at, new.ends_at), new.id);
  end if;
  return null;
end $$;
create trigger blocks_take_time after insert or update on blocks
  for each row execute function keep_time_of_block();
create index blocks_in_conflict on blocks (starts_at) where state = 'conflict';
