-- Who has booked which minutes of which mentor, and whose those minutes are.
-- Frozen once merged: a later change is a later file.

create table bookings (
  id                 uuid primary key,
  reference          text not null unique check (reference ~ '^B-[0-9A-Z]{4}-[0-9A-Z]{4}$'), -- Public; opens nothing.
  secret_hash        text not null unique, -- SHA-256 of the hold's secret, which the cancel link carries.
  mentor_id          uuid not null references mentors (id),
  session_type_id    uuid not null references session_types (id),
  -- As sold. Later changes to the session or the mentor change no booking.
  session_title      text not null,
  starts_at          timestamptz not null,
  minutes            integer not null check (minutes between 15 and 120),
  mentor_time_zone   text not null,
  price_pence        integer not null check (price_pence >= 0),
  currency           text not null check (currency ~ '^[A-Z]{3}$'),
  mentee_name        text not null,
  mentee_email       citext not null,
  mentee_phone       text not null,
  mentee_time_zone   text not null,
  topic              text not null,
  terms_version      text not null,
  terms_accepted_at  timestamptz not null,
  status             text not null check (status in ('held', 'confirmed', 'completed', 'no_show', 'cancelled', 'expired')),
  pay_before         timestamptz not null, -- When the payment session expires: what people are told.
  hold_expires_at    timestamptz not null, -- A little later, so that a hold outlives every payment for it.
  checkout_id        text unique, -- The payment session. Null: not made yet, or its making failed.
  checkout_url       text,
  payment_intent     text, -- With paid_amount_pence and paid_at: what really was paid.
  paid_amount_pence  integer,
  paid_at            timestamptz,
  orphan_since       timestamptz, -- Making the payment session failed: one may exist there that nobody was shown.
  created_at         timestamptz not null,
  check ((paid_at is null) = (paid_amount_pence is null)),
  check (status not in ('confirmed', 'completed', 'no_show') or price_pence = 0 or paid_at is not null)
);
create index bookings_of_mentor on bookings (mentor_id, starts_at);
create index bookings_held on bookings (pay_before) where status = 'held';
create index bookings_orphaned on bookings (orphan_since) where orphan_since is not null;

-- The minutes of mentors that are taken. Taking is an insert, releasing a delete.
-- No minute of a mentor is sold twice: the application asks, this constraint decides.
-- The booking follows its claim in the same transaction, hence the deferred reference: losers write nothing at all.
create table claims (
  booking_id  uuid primary key references bookings (id) deferrable initially deferred,
  mentor_id   uuid not null references mentors (id),
  during      tstzrange not null check (not isempty(during)),
  constraint claims_no_overlap exclude using gist (mentor_id with =, during with &&)
);
