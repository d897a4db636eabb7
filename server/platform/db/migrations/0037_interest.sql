-- Waiting for a cohort of a crossing, beside waiting for a mentor. Frozen once merged: a later change is a later file.

alter table waiting_list
  alter mentor_id drop not null,
  add from_country text,
  add to_country   text,
  add intake       text check (intake ~ '^\d{4}-\d{2}$'), -- The month in which they begin there.
  add unique (from_country, to_country, email_key),
  add check (num_nonnulls(from_country, to_country, intake) = case when mentor_id is null then 3 else 0 end);
create index waiting_list_interested on waiting_list (from_country, to_country, confirmed_at)
  where mentor_id is null and confirmed_at is not null and told_at is null;

-- The crossing that a cohort is for; null: from or to anywhere.
alter table cohorts
  add from_country text,
  add to_country   text;
