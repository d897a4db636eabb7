-- A database may be set up for a rehearsal, too: every rule of live, and nobody is charged or written to. Frozen once merged: a
-- later change is a later file.

alter table installation
  drop constraint installation_mode_check,
  add constraint installation_mode_check check (mode in ('demo', 'live', 'rehearsal'));
