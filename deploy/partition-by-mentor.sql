-- Divides claims and bookings into hash partitions by mentor (docs/scaling.md). For PostgreSQL 17 or newer.
--
-- For copies only: settling a payment takes about three times longer on partitions, and with ten million bookings a web process did not
-- start on them.
--
-- Stop the product, write a backup, and run it once on a migrated database, as its owner:
--
--   psql --single-transaction --set ON_ERROR_STOP=1 --file deploy/partition-by-mentor.sql "$DATABASE_URL"
--
-- It needs as much free space as both tables and their indexes take. For another number of partitions than 16, add
-- --command "set landfall.partitions = 32" before --file.

lock table bookings, claims in access exclusive mode;

-- A unique constraint of a partitioned table has to include the partition key, so what is unique among the bookings of all mentors
-- is a row here, and other tables refer to it.
create table booking_keys (
  id           uuid primary key,
  reference    text not null unique,
  secret_hash  text not null unique,
  checkout_id  text unique
);
insert into booking_keys select id, reference, secret_hash, checkout_id from bookings;

-- Before an insert: claims and redemptions of the same statement refer to the key.
create function insert_booking_key() returns trigger language plpgsql as $$
begin
  insert into booking_keys values (new.id, new.reference, new.secret_hash, new.checkout_id);
  return new;
end $$;

create function update_booking_key() returns trigger language plpgsql as $$
begin
  update booking_keys
  set reference = new.reference, secret_hash = new.secret_hash, checkout_id = new.checkout_id where id = old.id;
  return null;
end $$;

create function delete_booking_key() returns trigger language plpgsql as $$
begin
  delete from booking_keys where id = old.id;
  return null;
end $$;

do $$
declare
  divided constant regclass[] := array['bookings', 'claims']::regclass[];
  partitions constant int := coalesce(nullif(current_setting('landfall.partitions', true), ''), '16');
  statement text;
  name text;
  columns text;
  after_copy text[];
begin
  -- Indexes, foreign keys and triggers are made again under their names, once the rows are there.
  select array_agg(command order by step, command) into after_copy from (
    select 1 as step, pg_get_indexdef(indexrelid) as command from pg_index
      where indrelid = any (divided) and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
        and indexrelid <> 'bookings_moved_from'::regclass
    union all
    -- A move keeps the mentor, so this is unique among the bookings of all.
    select 1, 'create unique index bookings_moved_from on bookings (moved_from, mentor_id) where status = ''held'' and moved_from is not null'
    union all
    -- Bookings are found by these as before, in an index of each partition.
    select 1, format('create index bookings_%s on bookings (%1$I)', found_by)
      from unnest(array['reference', 'secret_hash', 'checkout_id']) as found_by
    union all
    -- Not a primary key, since a seat in a cohort has no mentor.
    select 2, 'alter table bookings add constraint bookings_with_mentor unique (id, mentor_id)'
    union all
    -- A booking has one mentor, so with the foreign key on both it has one claim.
    select 2, 'alter table claims add constraint claims_pkey primary key (booking_id, mentor_id) deferrable'
    union all
    select 2, 'alter table claims add constraint claims_no_overlap ' || pg_get_constraintdef(oid) from pg_constraint
      where conname = 'claims_no_overlap'
    union all
    select 3, format('alter table %s add constraint %I %s', conrelid::regclass, conname,
        replace(replace(pg_get_constraintdef(oid), 'REFERENCES bookings(id)', 'REFERENCES booking_keys(id)'), ' NOT VALID', ''))
      from pg_constraint where contype = 'f' and conname <> 'claims_booking_id_fkey'
        and (confrelid = any (divided) or conrelid = any (divided))
    union all
    select 3, 'alter table claims add constraint claims_booking_id_fkey foreign key (booking_id, mentor_id)
      references bookings (id, mentor_id) deferrable initially deferred'
    union all
    select 4, pg_get_triggerdef(oid) from pg_trigger where tgrelid = any (divided) and not tgisinternal
  ) as made;

  for statement in
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) from pg_constraint
      where contype = 'f' and confrelid = any (divided)
  loop execute statement; end loop;

  foreach name in array array['bookings', 'claims'] loop
    execute format('alter table %I rename to %I', name, name || '_whole');
    execute format('create table %I (like %I including all excluding indexes) partition by hash (mentor_id)', name, name || '_whole');
    for n in 0 .. partitions - 1 loop
      execute format('create table %I partition of %I for values with (modulus %s, remainder %s)', name || '_' || n, name, partitions, n);
    end loop;
    select string_agg(quote_ident(attname), ', ' order by attnum) into columns from pg_attribute
      where attrelid = name::regclass and attnum > 0 and not attisdropped and attgenerated = '';
    execute format('insert into %I (%s) select %2$s from %I', name, columns, name || '_whole');
  end loop;
  drop table claims_whole, bookings_whole;
  foreach statement in array after_copy loop execute statement; end loop;
end $$;

create trigger key_of_new_booking before insert on bookings for each row execute function insert_booking_key();
create trigger key_of_booking after update on bookings for each row
  when ((old.reference, old.secret_hash, old.checkout_id) is distinct from (new.reference, new.secret_hash, new.checkout_id))
  execute function update_booking_key();
create trigger key_of_deleted_booking after delete on bookings for each row execute function delete_booking_key();

analyze booking_keys, bookings, claims;
-- Planning a statement over all partitions takes longer than running it, and by itself PostgreSQL plans these anew each time.
do $$ begin
  execute format('alter database %I set plan_cache_mode = force_generic_plan', current_database());
end $$;
