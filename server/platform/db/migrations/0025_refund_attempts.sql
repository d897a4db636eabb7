-- A refund that is sent again names the one before.
-- Frozen once merged: a later change is a later file.

-- The refund of which this one is the next attempt, or what was left to send of it.
alter table refunds add column replaces uuid unique references refunds (id);
update refunds set replaces = earlier.id
  from (select id, lead(id) over (partition by payment_intent order by created_at, id) as next, status
        from refunds where reason <> 'at_service') as earlier
  where refunds.id = earlier.next and earlier.status in ('failed', 'withdrawn');
