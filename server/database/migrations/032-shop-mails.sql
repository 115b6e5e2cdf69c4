-- The kinds of mail about the shop's appointments that a person has switched off.
alter table shop_members add column muted_mails text[] not null default '{}';

-- The address to which customers reply. Null: that of the longest-standing owner who has proven it.
alter table shops add column contact_email text;

-- The mails about a day that a shop has got, or needed none of. The key decides that each leaves once, with several processes.
-- Kept for some days.
create table shop_day_mails (
  shop_id integer not null references shops,
  kind text not null check (kind in ('shop_day_sheet', 'shop_done_not_charged')),
  -- By the shop's calendar.
  day date not null,
  queued_at timestamptz not null,
  primary key (shop_id, kind, day)
);
create index shop_day_mails_by_day on shop_day_mails (day);

-- The jobs of a shop that are not charged, among all that it ever did.
create index appointments_booked_by_shop on appointments (shop_id, starts_at) where state = 'booked';
