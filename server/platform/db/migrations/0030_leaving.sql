-- People leave: accounts are closed, and what is known of a person is erased. Frozen once merged: a later change is a later
-- file.

-- Closed by its owner, who may reopen it until it is erased. `suspended_at` is then the same instant.
alter table accounts add column closed_at timestamptz check (closed_at is null or suspended_at is not null);
create index accounts_closed on accounts (closed_at) where closed_at is not null;

alter table links drop constraint links_purpose_check;
alter table links add constraint links_purpose_check check (purpose in ('sign_up', 'reset', 'new_email', 'admin', 'reopen'));
alter table links add check (purpose <> 'reopen' or account_id is not null);

-- What is left is an accounting row, in which nobody is named.
alter table bookings add column erased_at timestamptz;
alter table mentors add column erased_at timestamptz;

-- What the hourly job looks for.
create index bookings_unpaid_by_age on bookings (created_at)
  where status = 'expired' and paid_at is null and erased_at is null;
create index bookings_of_guests on bookings (starts_at) where account_id is null and erased_at is null;
create index bookings_with_phone on bookings (starts_at) where mentee_phone <> '';
create index payment_events_by_age on payment_events (received_at);

-- Of what was erased only who did what to which id stays.
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and (new.id, new.at, new.actor, new.action, new.subject, new.subject_id)
      = (old.id, old.at, old.actor, old.action, old.subject, old.subject_id)
    and new.actor_id is not distinct from old.actor_id
    and (
      (new.address is not distinct from cut_address(old.address)
        and new.before is not distinct from old.before
        and new.after is not distinct from old.after)
      or (new.before is null and new.after is null and new.address is null
        and case old.subject
          when 'accounts' then not exists (select from accounts where id::text = old.subject_id)
            and exists (select from audit_log where subject = 'accounts' and subject_id = old.subject_id and action = 'account.erased')
          when 'mentors' then exists (select from mentors where id::text = old.subject_id and erased_at is not null)
          when 'bookings' then exists (select from bookings where id::text = old.subject_id and erased_at is not null)
          else false
        end)
    )
  then
    return new;
  end if;
  raise exception 'audit_log is append-only' using errcode = 'restrict_violation';
end $$;
