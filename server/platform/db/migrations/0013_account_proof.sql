-- When a session's owner last showed who they are, and mails about guesses at codes and passwords.
-- Frozen once merged: a later change is a later file. Safe while an older process runs: what that one writes has no proof,
-- so that it is asked for.

alter table sessions add column proven_at timestamptz; -- Null: not since this is written down.

alter table account_mails drop constraint account_mails_kind_check;
alter table account_mails add constraint account_mails_kind_check check (kind in (
  'link', 'password_changed', 'email_changing', 'email_changed', 'sign_in_attempts', 'sign_in_changed', 'became_admin',
  'code_attempts', 'password_attempts'
));
