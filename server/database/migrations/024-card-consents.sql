-- The customer's consent to a hold: the tapped button, and the sentence that was shown with it. Null for renewals and charges, which no
-- button asks for, and for holds from before the text was recorded.
-- `card_wallet`: the wallet of the card by the provider's word. `replaces_card`: the customer replaced the saved card by this one.
alter table holds
  add column consent_button text,
  add column consent_text text,
  add column card_wallet text,
  add column replaces_card boolean not null default false;
