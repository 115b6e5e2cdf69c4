-- The start that the second reminder, some hours before it, was for. `reminded_of` stays that of the first one.
alter table appointments
  add column reminded_soon_of timestamptz,
  -- The start that the customer said they come to: another start is unconfirmed again by itself.
  add column confirmed_of timestamptz,
  add column confirmed_at timestamptz,
  -- link: of a reminder. text: a reply to a text message (SMS). desk: told to the shop.
  add column confirmed_by text check (confirmed_by in ('link', 'text', 'desk'));
