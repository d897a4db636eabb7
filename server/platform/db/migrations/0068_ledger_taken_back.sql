-- Outside a transaction: the ledger grows large.
-- Shares of packages that were taken back from a session. Never edit after merging; add a new migration instead.
drop index concurrently if exists ledger_deferred;
create index concurrently ledger_deferred on ledger (booking_id) where kind = 'deferred' and amount_pence < 0;
