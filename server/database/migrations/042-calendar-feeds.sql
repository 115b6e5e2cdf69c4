-- Calendar subscriptions: a secret address for each person of a shop and kind. shop: every job; mine: the person's own. The
-- secret itself is not kept. It ends with the person's access.
create table calendar_feeds (
  shop_id integer not null,
  user_id text not null,
  kind text not null check (kind in ('shop', 'mine')),
  secret_hash text not null,
  created_at timestamptz not null,
  last_read_at timestamptz,
  primary key (shop_id, user_id, kind),
  foreign key (shop_id, user_id) references shop_members (shop_id, user_id) on delete cascade
);
create index calendar_feeds_by_secret on calendar_feeds (secret_hash);
