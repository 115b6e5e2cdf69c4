-- Facts about a shop that its customers see, each null while there is none. Lengths as in contract/shops/shop-facts.ts.
alter table shops
  add column phone text check (phone ~ '^[2-9][0-9]{2}[2-9][0-9]{6}$'),
  add column license_number text check (license_number <> '' and length(license_number) <= 40),
  add column warranty text check (warranty <> '' and length(warranty) <= 300),
  add column parking text check (parking <> '' and length(parking) <= 160),
  add column waiting_room text check (waiting_room <> '' and length(waiting_room) <= 160),
  add column shuttle text check (shuttle <> '' and length(shuttle) <= 160);

-- The start that the customer was reminded of. Another start brings another reminder.
alter table appointments add column reminded_of timestamptz;
