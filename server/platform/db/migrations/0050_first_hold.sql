-- A hold of somebody without earlier bookings is one statement: it locks, looks and claims. Frozen once merged: a later change is a
-- later file.

-- Locks the keys that limits count a hold by, for the rest of the transaction, and says whether no booking could count: none of the
-- same browser, network or address that is of a day ago or newer, still held, or free. Each statement of a volatile function sees what
-- was committed before it, so what another transaction wrote until it gave the lock back is seen. One statement without the
-- function would see what was there before it waited.
create function lock_without_holds(
  lock_keys text[], browser text, near text, far text, address text, since timestamptz
) returns boolean language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(lock_key, 0)) from unnest(lock_keys) as lock_key;
  return not (
    exists (select from bookings where browser_hash = browser and (created_at > since or status = 'held' or price_pence = 0))
    or exists (select from bookings where network = near and (created_at > since or status = 'held' or price_pence = 0))
    or exists (select from bookings where far_network = far and (created_at > since or status = 'held' or price_pence = 0))
    or exists (select from bookings where email_key = address and (created_at > since or status = 'held' or price_pence = 0))
  );
end $$;
