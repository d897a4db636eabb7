-- The address that a payer typed on the page of a session without one.
-- Frozen once merged: a later change is a later file. Instants come from the clock handed in.

alter table sandbox_stripe.checkout_sessions add column payer_email text;
