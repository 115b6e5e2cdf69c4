-- The features of a hold as the card provider granted them; by default those of an ordinary hold.
alter table holds
  -- Whether the bank holds the amount longer than usual; capture_before says until when.
  add column is_extended boolean not null default false,
  -- Whether the held amount can be raised.
  add column can_increment boolean not null default false,
  -- The most that may be captured; null where it is the held amount.
  add column overcapture_cents integer check (overcapture_cents > 0);
