-- A second factor that is turned on while the owner of the address proves it comes too late: its row is deleted by then, and the
-- flag alone would shut the owner out.
create or replace function keep_second_factor_whole() returns trigger language plpgsql as $$
begin
  if new.two_factor_enabled then
    update two_factors set verified = true where user_id = new.id;
    if not found then
      raise exception 'the account % has no second factor to turn on', new.id using errcode = 'check_violation';
    end if;
  else
    delete from two_factors where user_id = new.id;
  end if;
  delete from verifications where is_about_user(value, new.id);
  return null;
end $$;
