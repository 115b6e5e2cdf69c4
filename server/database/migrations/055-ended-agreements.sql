-- An agreement to the price on the day ends with a change of the package, and stays ended when the package changes back.
alter table price_agreements add column ended_at timestamptz;

-- A link to agree, or to confirm a card, is news for the open pages of the shop.
create function tell_news_of_link() returns trigger language plpgsql as $$
begin
  perform pg_notify('shop_news', shop_id::text) from appointments where id = (new.payload ->> 'appointmentId')::uuid;
  return null;
end $$;
create trigger outbox_tells_of_links after insert on outbox
  for each row when (new.kind in ('price_to_agree', 'card_requested', 'card_confirmation_needed'))
  execute function tell_news_of_link();
