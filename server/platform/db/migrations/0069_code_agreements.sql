-- Which mentors agree to bear what an operator's code takes off. Never edit after merging; add a new migration instead.

-- Codes from before wait for their mentors' answers, as new ones do. A process of the previous release does not ask for them.
alter table discount_codes
  add column agreed_mentor_ids   uuid[] not null default '{}', -- Those of `mentor_ids` who have accepted it.
  add column declined_mentor_ids uuid[] not null default '{}'; -- Those who have declined it, or turned it off.
create index discount_codes_of_bearer on discount_codes using gin (mentor_ids) where borne_by = 'mentor' and mentor_id is null;

-- Fails the statement that redeems a code for a mentor who has not agreed to bear it. Called with the row of the code as it is once
-- it is locked, so of a redemption and a mentor who turns the code off at the same moment, the later sees the earlier.
create function require_agreement(agreed uuid[], mentor uuid) returns boolean language plpgsql as $$
begin
  if mentor = any (agreed) then return true; end if;
  raise exception 'mentor % has not agreed to bear this code', mentor
    using errcode = 'check_violation', constraint = 'discount_codes_agreed';
end $$;
