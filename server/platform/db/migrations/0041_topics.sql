-- Admins change what mentors can be asked about. Frozen once merged: a later change is a later file.

-- A retired topic stays with the mentors who have it, and nobody else can choose it.
alter table topics add column retired boolean not null default false;

-- Only what listings say of a topic makes them stale: not its place, nor that it is retired.
create or replace trigger listing_of_topic_label after update on topics
  for each row when (old.label is distinct from new.label or old.topic_group is distinct from new.topic_group)
  execute function mark_stale_listings_of_topic();

-- Filters and forms show topics in their order.
create constraint trigger page_of_topic after insert or update or delete on topics
  deferrable initially deferred for each row execute function raise_page_version();
