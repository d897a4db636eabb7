-- When what public pages show changes, so that cached pages are dropped. Frozen once merged: a later change is a later file.

-- Grows with each change of what public pages show beside the mentors, whose version is listing_version. A table that such a
-- page reads gets a trigger like those below.
create table page_version (
  only_row  boolean primary key default true check (only_row),
  version   bigint not null
);
insert into page_version (version) values (0);

create function raise_page_version() returns trigger language plpgsql as $$
begin
  update page_version set version = version + 1;
  return null;
end $$;

-- Deferred: the row is locked by the last statement before the commit, so nobody waits for it long, and no two transactions
-- for one another.
create constraint trigger page_of_cohort after insert or update or delete on cohorts
  deferrable initially deferred for each row execute function raise_page_version();
create constraint trigger page_of_cohort_session after insert or update or delete on cohort_sessions
  deferrable initially deferred for each row execute function raise_page_version();
create constraint trigger page_of_cohort_task after insert or update or delete on cohort_tasks
  deferrable initially deferred for each row execute function raise_page_version();
create constraint trigger page_of_cohort_resource after insert or update or delete on cohort_resources
  deferrable initially deferred for each row execute function raise_page_version();
create constraint trigger page_of_cohort_publishing after insert or update or delete on cohort_publishing
  deferrable initially deferred for each row execute function raise_page_version();
-- Cohorts of somebody who is suspended or has left are hidden.
create constraint trigger page_of_proposer after update on accounts
  deferrable initially deferred for each row when (old.suspended_at is distinct from new.suspended_at)
  execute function raise_page_version();

-- A mentor's page shows what was checked.
create trigger listing_of_check after insert or update or delete on mentor_checks
  for each row execute function mark_stale_listing();
