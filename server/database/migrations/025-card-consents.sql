-- The customer's consent to a hold as the page showed it: the tapped button, and the sentence above it. Null for holds that nobody
-- consented to by a button (renewals, charges), and for those from before the text was recorded.
-- `card_wallet`: the wallet of the card by the provider's word. `replaces_card`: the customer replaced the saved card by this one.
alter table holds
  add column consent_button text,
  add column consent_text text,
  add column card_wallet text,
  add column replaces_card boolean not null default false;
