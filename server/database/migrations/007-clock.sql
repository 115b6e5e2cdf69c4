-- How far the sandbox has turned the product's clock forward. Zero with real providers.
create table clock (
  only_row boolean primary key default true check (only_row),
  offset_seconds bigint not null default 0 check (offset_seconds >= 0)
);
insert into clock default values;
