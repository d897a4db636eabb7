-- What limits of holds and free sessions count by: who asked, over time, and not only while they hold.
-- Frozen once merged: a later change is a later file.

-- As `domain/email-key.ts`. A mailbox has many spellings; mail goes to the one that was typed.
create function email_key(address text) returns text language sql immutable strict parallel safe as $$
  select case when domain in ('gmail.com', 'googlemail.com')
    then coalesce(nullif(replace(plain, '.', ''), ''), plain) || '@gmail.com'
    else plain || coalesce('@' || domain, '') end
  from (
    select coalesce(nullif(case when domain is null then local else split_part(local, '+', 1) end, ''), local) as plain, domain
    from (
      select coalesce(substring(lower from '^(.*)@'), lower) as local, substring(lower from '@([^@]*)$') as domain
      from (select lower(address collate "C") as lower) as lowered
    ) as parts
  ) as stripped
$$;

alter table bookings
  -- Computed, so that what an older process writes while it still runs has one, too.
  add column email_key text not null generated always as (email_key(mentee_email::text)) stored,
  -- The /48 around `network`, of IPv6 only. Both are kept for a day, and of a free session until a week after it.
  add column far_network text;

create index bookings_by_browser on bookings (browser_hash, created_at) where browser_hash is not null;
create index bookings_by_email_key on bookings (email_key, created_at);
create index bookings_by_network on bookings (network, created_at) where network is not null;
create index bookings_by_far_network on bookings (far_network, created_at) where far_network is not null;
create index bookings_held_since on bookings (created_at) where status = 'held';
create index bookings_free_by_email_key on bookings (email_key, starts_at)
  where price_pence = 0 and status in ('confirmed', 'completed', 'no_show');
create index bookings_free_by_browser on bookings (browser_hash, starts_at)
  where price_pence = 0 and status in ('confirmed', 'completed', 'no_show');
create index bookings_free_by_network on bookings (network, starts_at)
  where price_pence = 0 and status in ('confirmed', 'completed', 'no_show');
create index bookings_free_by_far_network on bookings (far_network, starts_at)
  where price_pence = 0 and status in ('confirmed', 'completed', 'no_show');
-- Replaced by those above. `bookings_held` serves an older process meanwhile.
drop index bookings_held_by_email;
drop index bookings_held_by_network;
drop index bookings_free_by_email;

-- Free sessions a week from Monday that a mentor gives at most, holds included. Null: any number.
alter table mentors add column free_week_cap integer default 10 check (free_week_cap > 0);
