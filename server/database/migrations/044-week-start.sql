-- The day on which a shop's weeks begin on its board.
alter table shops add column week_starts_on text not null default 'Sunday'
  check (week_starts_on in ('Sunday', 'Monday'));
