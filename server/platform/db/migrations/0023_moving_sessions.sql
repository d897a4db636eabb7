-- What may happen between the payment and the session: it is moved, its mentor proposes other times, and both sides write.
-- Frozen once merged: a later change is a later file.

-- The most that cancelling returns, in percent of the price. A mentee who moves gets no refund back that was over before.
alter table bookings add column refund_ceiling smallint not null default 100 check (refund_ceiling in (0, 50, 100));

-- Checked when a statement ends: the one that moves a booking claims the new minutes before it gives up the old ones.
alter table claims drop constraint claims_pkey, add primary key (booking_id) deferrable initially immediate;

-- Where a session was before each of its moves.
create table booking_moves (
  booking_id uuid not null references bookings (id),
  -- The booking's, after this move.
  revision   integer not null check (revision >= 1),
  moved_by   text not null check (moved_by in ('mentee', 'mentor')),
  -- Whether it uses up one of the mentee's own moves.
  counts     boolean not null,
  from_at    timestamptz not null,
  -- The mentor's zone at that time.
  from_zone  text not null,
  to_at      timestamptz not null,
  moved_at   timestamptz not null,
  primary key (booking_id, revision)
);

create table move_proposals (
  id         uuid primary key,
  booking_id uuid not null references bookings (id),
  created_at timestamptz not null,
  -- Without an answer until then, the session is cancelled.
  answer_by  timestamptz not null,
  status     text not null default 'open'
    check (status in ('open', 'taken', 'declined', 'withdrawn', 'unanswered', 'replaced')),
  ended_at   timestamptz,
  check ((status = 'open') = (ended_at is null))
);
create unique index move_proposals_open on move_proposals (booking_id) where status = 'open';
create index move_proposals_due on move_proposals (answer_by) where status = 'open';
create index move_proposals_of_booking on move_proposals (booking_id);

create table proposed_times (
  proposal_id uuid not null references move_proposals (id),
  starts_at   timestamptz not null,
  primary key (proposal_id, starts_at)
);

create table booking_messages (
  id         uuid primary key,
  booking_id uuid not null references bookings (id),
  writer     text not null check (writer in ('mentee', 'mentor')),
  body       text not null check (length(body) between 1 and 2000),
  created_at timestamptz not null,
  -- The version of the mail that carries it to the other side, and when that was queued. Null: none does yet.
  mailed_as  integer,
  mail_queued_at timestamptz,
  check ((mailed_as is null) = (mail_queued_at is null))
);
create index booking_messages_of_booking on booking_messages (booking_id, created_at);
create index booking_messages_unmailed on booking_messages (created_at) where mailed_as is null;
