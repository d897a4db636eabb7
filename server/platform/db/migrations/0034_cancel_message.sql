-- What a mentor writes to the mentee when cancelling a session. Frozen once merged: a later change is a later file.

alter table bookings add column cancel_message text not null default '' check (char_length(cancel_message) <= 1000);
