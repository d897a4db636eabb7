-- The exchange rates by which prices are also shown in other currencies. Frozen once merged: a later change is a later file.

-- The newest that were fetched; until then those that come with the product. No charge follows them.
create table exchange_rates (
  only_row      boolean primary key default true check (only_row),
  source        text not null check (source <> ''),
  published_on  date not null,
  per_pound     jsonb not null check (jsonb_typeof(per_pound) = 'object'),  -- By code: how many of it a pound is worth.
  fetched_at    timestamptz not null
);
create constraint trigger page_of_rates after insert or update or delete on exchange_rates
  deferrable initially deferred for each row execute function raise_page_version();
