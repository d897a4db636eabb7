-- Outside a transaction: the ledger grows large.
-- What came in and went back in a week, in one currency, from an index alone. Never edit after merging; add a new migration instead.
drop index concurrently if exists ledger_by_currency;
create index concurrently ledger_by_currency on ledger (currency, created_at) include (kind, amount_pence);
drop index concurrently if exists ledger_by_time;
