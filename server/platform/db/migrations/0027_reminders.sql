-- What a minute's job asks for: the sessions that begin or have ended around now. Frozen once merged: a later change is a
-- later file.

create index bookings_by_start on bookings (starts_at) where status in ('confirmed', 'completed');
