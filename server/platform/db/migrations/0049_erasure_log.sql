-- Who closed an account, reopened it, or was erased as a guest, until that is in the log that outlives this database: files in
-- the storage, which say after a restore who has to be erased again. Frozen once merged: a later change is a later file.

create table unwritten_erasures (
  kind        text not null check (kind in ('account_closed', 'account_reopened', 'booking_erased')),
  subject_id  uuid not null,
  at          timestamptz not null,
  primary key (subject_id, at, kind)
);
