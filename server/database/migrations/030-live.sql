-- News for open pages: the id of a shop at which something has changed, and the id of a user whose access may have changed. Triggers
-- send it, so that every writer counts, also a process of the version before. PostgreSQL sends equal news of one transaction once, and
-- only after its commit.
create function tell_shop_news() returns trigger language plpgsql as $$
begin
  -- Shop 0: a change that belongs to no shop.
  perform pg_notify('shop_news', coalesce(new.shop_id, old.shop_id, 0)::text);
  return null;
end $$;

create trigger appointments_tell_news after insert on appointments
  for each row execute function tell_shop_news();
create trigger appointments_tell_change after update on appointments
  for each row when (old.* is distinct from new.*) execute function tell_shop_news();

create trigger holds_tell_news after insert on holds
  for each row execute function tell_shop_news();
-- A request to the provider renews its lease in other columns.
create trigger holds_tell_change after update on holds
  for each row when (
    (old.status, old.capture_before, old.captured_cents, old.refunded_cents, old.refusal_sentence)
    is distinct from (new.status, new.capture_before, new.captured_cents, new.refunded_cents, new.refusal_sentence))
  execute function tell_shop_news();

create trigger fitment_reviews_tell_news after insert on fitment_reviews
  for each row execute function tell_shop_news();
create trigger fitment_reviews_tell_change after update on fitment_reviews
  for each row when (old.* is distinct from new.*) execute function tell_shop_news();

create trigger fitment_outcomes_tell_news after insert or update on fitment_outcomes
  for each row execute function tell_shop_news();

create trigger disputes_tell_news after insert on disputes
  for each row execute function tell_shop_news();
-- Each look at the provider moves the time of the last look.
create trigger disputes_tell_change after update on disputes
  for each row when (
    (old.status, old.amount_cents, old.due_at, old.shop_id) is distinct from (new.status, new.amount_cents, new.due_at, new.shop_id))
  execute function tell_shop_news();

create trigger contact_changes_tell_news after insert on contact_changes
  for each row execute function tell_shop_news();
create trigger bays_tell_news after insert or update or delete on bays
  for each row execute function tell_shop_news();
create trigger shop_hours_tell_news after insert or update or delete on shop_hours
  for each row execute function tell_shop_news();
create trigger shop_closures_tell_news after insert or update or delete on shop_closures
  for each row execute function tell_shop_news();

create function tell_news_of_shop() returns trigger language plpgsql as $$
begin
  perform pg_notify('shop_news', new.id::text);
  if tg_op = 'UPDATE' and old.status is distinct from new.status then
    perform pg_notify('access_news', user_id) from shop_members where shop_id = new.id;
  end if;
  return null;
end $$;
create trigger shops_tell_news after insert on shops
  for each row execute function tell_news_of_shop();
create trigger shops_tell_change after update on shops
  for each row when (old.* is distinct from new.*) execute function tell_news_of_shop();

create function tell_access_news() returns trigger language plpgsql as $$
begin
  perform pg_notify('access_news', coalesce(to_jsonb(new), to_jsonb(old)) ->> case tg_table_name when 'users' then 'id' else 'user_id' end);
  return null;
end $$;
create trigger sessions_tell_end after delete on sessions
  for each row execute function tell_access_news();
create trigger users_tell_access after update of role, disabled_at, deleted_at, two_factor_enabled on users
  for each row when (
    (old.role, old.disabled_at, old.deleted_at, old.two_factor_enabled)
    is distinct from (new.role, new.disabled_at, new.deleted_at, new.two_factor_enabled))
  execute function tell_access_news();
create trigger shop_members_tell_access after insert or update or delete on shop_members
  for each row execute function tell_access_news();
create trigger shop_members_tell_news after insert or update or delete on shop_members
  for each row execute function tell_shop_news();
