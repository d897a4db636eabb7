-- Waiting for a seat in a cohort that is full, beside waiting for a mentor and for a cohort of a crossing. Frozen once merged: a
-- later change is a later file.

alter table waiting_list
  add cohort_id uuid references cohorts (id) on delete cascade,
  add unique (cohort_id, email_key),
  drop constraint waiting_list_check1, -- Of a mentor or a crossing.
  add constraint waiting_list_of_one_thing check (
    num_nonnulls(mentor_id, cohort_id, from_country) = 1
    and num_nonnulls(from_country, to_country, intake) = case when from_country is null then 0 else 3 end);
create index waiting_list_for_seat on waiting_list (cohort_id, confirmed_at)
  where cohort_id is not null and confirmed_at is not null and told_at is null;
drop index waiting_list_interested;
create index waiting_list_interested on waiting_list (from_country, to_country, confirmed_at)
  where from_country is not null and confirmed_at is not null and told_at is null;
