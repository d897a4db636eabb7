-- What the admins' dashboard shows: mismatches in words, and weeks that are counted from indexes alone.
-- Frozen once merged: a later change is a later file.

alter table concerns
  add column what    text not null default '', -- What happened, in words, where the kind does not say it.
  add column repair  text not null default ''; -- What would put it right.

drop index bookings_made;
create index bookings_made on bookings (created_at, id) include (status, paid_at, price_pence, mentor_id);
create index mentor_views_by_date on mentor_views (date) include (views, mentor_id);
create index feedback_by_age on feedback (created_at, id);
create index audit_log_by_action on audit_log (action, id);
