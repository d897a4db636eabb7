-- Sessions that someone else pays for by a link. Never edit after merging; add a new migration instead.

create table payment_requests (
  booking_id   uuid primary key references bookings (id),
  token_hash   text not null unique, -- SHA-256 of the token in the payer's link.
  emailed_to   text[] not null default '{}', -- Whom the mentee had the link emailed to.
  emailed_at   timestamptz,
  emails_sent  integer not null default 0 check (emails_sent between 0 and 3),
  released_at  timestamptz, -- When the mentee gave the time back.
  payer_email  text, -- From the payment page. Null until someone other than the mentee has paid.
  created_at   timestamptz not null
);

-- Whether mentees may send someone else a link to pay.
alter table mentors add column accepts_payment_links boolean not null default true;
