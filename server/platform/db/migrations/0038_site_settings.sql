-- What admins set on the page of settings, in place of the environment. Frozen once merged: a later change is a later file.

create table site_settings (
  name        text primary key,
  value       jsonb,                        -- By field, as typed; null: as the environment says.
  version     integer not null default 1,   -- Grows with each change, so that of two admins the second is told.
  changed_at  timestamptz not null,
  changed_by  uuid references accounts (id) on delete set null
);
create constraint trigger page_of_setting after insert or update or delete on site_settings
  deferrable initially deferred for each row execute function raise_page_version();

-- The operator's share when the time was held, so that a later change is about later bookings. Null: of before.
alter table bookings add fee_percent double precision;
