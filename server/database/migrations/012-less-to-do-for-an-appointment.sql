-- A bay is a bay of a shop: who has one has the other.
alter table appointments drop constraint appointments_shop_id_fkey;

-- The same text, kept ready by a connection in place of being read and planned anew by each statement that writes an appointment.
do $$ begin
  execute (
    select format(
      'create or replace function searchable(text) returns text language plpgsql immutable strict parallel safe as %L',
      'begin return (' || regexp_replace(prosrc, '^\s*select\s', '') || '); end')
    from pg_proc where oid = 'searchable(text)'::regprocedure);
end $$;
