-- What programs that repeat a checkout are answered. Frozen once merged: a later change is a later file.

-- For a day. `response` is empty until the time is held: a refusal is not kept, since nothing came of it.
create table idempotency_keys (
  key_hash      text primary key,
  request_hash  text not null,          -- Of the body, with the key: who reads the table alone cannot try bodies.
  booking_id    uuid references bookings (id) on delete cascade,
  response      jsonb,
  created_at    timestamptz not null,
  check ((booking_id is null) = (response is null))
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
create index idempotency_keys_of_booking on idempotency_keys (booking_id); -- For the cascade.
