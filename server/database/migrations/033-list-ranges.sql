-- The ranges of the list that need a person, in its order. Few booked appointments are over, which the statistics
-- of single columns do not show: the index alone has to answer the count.
create index appointments_booked_listed on appointments (starts_at, id) include (ends_at, shop_id)
  where state = 'booked';
create index appointments_hold_failed on appointments (starts_at, id) include (shop_id)
  where state = 'booked' and hold_failed_at is not null;
