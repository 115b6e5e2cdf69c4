-- Mails that the product decided not to send. Their `given_up_at` is set too, so that a process of the version before sends none.
alter table outbox
  add column withheld text check (withheld in ('limit', 'unproven', 'merged', 'outdated', 'digest')),
  -- One mail about several changes of an appointment; the next change replaces it while it waits.
  add column collects_changes boolean not null default false,
  -- The digest that lists this mail.
  add column digest_id uuid references outbox;
create index outbox_for_digest on outbox (recipient) where withheld = 'digest' and digest_id is null;
create index outbox_withheld on outbox (given_up_at) where withheld in ('limit', 'digest');

-- Tags behind a plus sign and capitals name the same mailbox; at Gmail dots and its second domain do, too.
create function mailbox_digest(address text) returns text language sql immutable strict parallel safe
  return (
    select encode(sha256(convert_to(case
        when plain ~ '@(gmail|googlemail)\.com$' then replace(split_part(plain, '@', 1), '.', '') || '@gmail.com'
        else plain end, 'UTF8')), 'hex')
      from (select lower(regexp_replace(address, '\+[^@]*@', '@')) as plain) as p);

-- Mails to each mailbox within a day, for the limits. No addresses: those of a deleted account leave the outbox at once.
create table mail_counts (
  mail_id uuid primary key,
  mailbox text not null,
  counted_at timestamptz not null
);
create index mail_counts_by_mailbox on mail_counts (mailbox, counted_at);
create index mail_counts_by_time on mail_counts (counted_at);

-- Addresses beside the account's own that a customer named for mail, each proven by a mailed link.
create table customer_addresses (
  user_id text not null references users on delete cascade,
  email text not null check (email = lower(email)),
  asked_at timestamptz not null,
  proven_at timestamptz,
  primary key (user_id, email)
);

-- When the administrators were told of the shop; null while that is to be done. The previous version announces
-- a shop as it registers, so the default stands for its rows, also for those that it adds after this migration.
alter table shops add column announced_at timestamptz default now();
create index shops_to_announce on shops (id) where announced_at is null and status = 'pending';
