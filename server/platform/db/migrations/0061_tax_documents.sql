-- Receipts, credit notes and fee invoices. Never edit after merging; add a new migration instead.

-- The last number of each seller and year. It is taken in the transaction that inserts the document, so a rollback leaves no gap.
create table tax_document_series (
  seller  text not null, -- 'operator', or a mentor's id.
  year    integer not null, -- Of issue, UTC.
  last    integer not null check (last >= 1),
  primary key (seller, year)
);

create table tax_documents (
  id              uuid primary key,
  kind            text not null check (kind in ('receipt', 'credit_note', 'fee_invoice', 'fee_credit_note')),
  seller          text not null,
  year            integer not null,
  number          integer not null check (number >= 1),
  booking_id      uuid references bookings (id),
  mentor_id       uuid references mentors (id),
  -- The charge, refund or reversal that it documents.
  ledger_entry    uuid references ledger (id),
  -- The document that this one corrects.
  corrects        uuid references tax_documents (id),
  currency        text not null check (currency ~ '^[A-Z]{3}$'),
  -- Minor units, signed as in the ledger: a credit note is negative.
  gross           integer not null check (gross <> 0),
  vat             integer not null, -- Included in gross.
  vat_percent     double precision not null check (vat_percent >= 0 and vat_percent < 100),
  -- As they were at issue: name, address, taxNumber, country.
  seller_details  jsonb not null,
  -- The first day of the month that a fee invoice is for.
  period          date,
  supplied_at     timestamptz not null,
  issued_at       timestamptz not null,
  unique (seller, year, number),
  constraint tax_documents_once unique (ledger_entry),
  constraint tax_documents_once_a_month unique (mentor_id, period, currency, kind),
  check ((gross < 0) = (kind in ('credit_note', 'fee_credit_note'))),
  check (abs(vat) <= abs(gross)),
  check (kind not in ('receipt', 'credit_note') or (booking_id is not null and ledger_entry is not null and period is null)),
  check (kind not in ('fee_invoice', 'fee_credit_note') or (mentor_id is not null and period is not null))
);
create index tax_documents_of_booking on tax_documents (booking_id);
create index tax_documents_by_issue on tax_documents (issued_at);

create trigger tax_documents_are_immutable before update or delete on tax_documents
  for each row execute function refuse_change();
