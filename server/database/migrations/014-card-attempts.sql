-- Attempts to use a card, against card testing. A row precedes the request of the hold with its id to the card
-- provider; a hold that a job places has none. Rows are deleted after 30 days.
create table card_attempts (
  hold_id uuid primary key,
  account_id text not null,
  network text not null,
  -- The provider's name for a card number, the same for every payment method made of it.
  fingerprint text not null,
  tried_at timestamptz not null,
  outcome text check (outcome in ('accepted', 'authentication', 'refused')),
  answered_at timestamptz
);
create index card_attempts_of_account on card_attempts (account_id, tried_at);
create index card_attempts_of_network on card_attempts (network, tried_at);
create index card_attempts_of_card on card_attempts (fingerprint, tried_at);
create index card_attempts_by_time on card_attempts (tried_at);
create index card_attempts_by_answer on card_attempts (answered_at);
