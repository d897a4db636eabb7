-- What the payment service told us, and the money that goes back.
-- Frozen once merged: a later change is a later file.

-- One row per event, however often it is delivered. Its body is not kept: the payment service is asked for the truth.
create table payment_events (
  id            text primary key,
  type          text not null,
  checkout_id   text,
  received_at   timestamptz not null,
  processed_at  timestamptz
);

-- A refund is a row before it is a call, and its key is derived from the booking: it is sent once, however often tried.
create table refunds (
  id               uuid primary key,
  booking_id       uuid not null references bookings (id),
  payment_intent   text not null,
  amount_pence     integer not null check (amount_pence > 0),
  currency         text not null,
  reason           text not null check (reason in ('slot_taken', 'wrong_amount')),
  key              text not null unique,
  status           text not null check (status in ('queued', 'pending', 'succeeded', 'failed')),
  service_id       text unique, -- The refund's id at the payment service.
  created_at       timestamptz not null,
  updated_at       timestamptz not null
);
create index refunds_unsent on refunds (created_at) where status = 'queued';
