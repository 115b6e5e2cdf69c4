-- Visits that reached a step of the booking, counted per day (UTC) and source. No row is about a person.
create table funnel_counts (
  day date not null,
  step text not null,
  source text not null,
  visits bigint not null check (visits > 0),
  primary key (day, step, source)
);
