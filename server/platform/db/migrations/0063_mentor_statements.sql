-- Monthly statements of mentors, and what the invoices for platform fees are made of. Never edit after merging; add a new
-- migration instead.

-- Written in the transaction that makes a month's fee documents and queues its email, so that each is made once.
create table mentor_statements (
  mentor_id  uuid not null references mentors (id),
  month      text not null check (month ~ '^\d{4}-\d{2}$'),
  -- The mentor's at that moment: a later change of it changes no statement.
  time_zone  text not null,
  starts_at  timestamptz not null,
  ends_at    timestamptz not null check (ends_at > starts_at),
  issued_at  timestamptz not null,
  primary key (mentor_id, month)
);

-- When this release first looked for ended months. Those that had ended before have no fee documents and cause no emails.
create table statements_start (
  only_row    boolean primary key default true check (only_row),
  started_at  timestamptz not null
);

-- The fees that a fee invoice charges, or a credit note to it gives back, by booking. Signed as the document's gross.
create table fee_lines (
  document_id  uuid not null references tax_documents (id),
  booking_id   uuid not null references bookings (id),
  fee          integer not null check (fee <> 0),
  primary key (document_id, booking_id)
);
create index fee_lines_of_booking on fee_lines (booking_id);
create trigger fee_lines_are_immutable before update or delete on fee_lines
  for each row execute function refuse_change();

-- One credit note for each invoice that it corrects, since its VAT has that invoice's rate.
alter table tax_documents drop constraint tax_documents_once_a_month;
create unique index tax_documents_once_a_month on tax_documents (mentor_id, period, currency) where kind = 'fee_invoice';
create unique index tax_documents_correct_once_a_month on tax_documents (corrects, period) where kind = 'fee_credit_note';
