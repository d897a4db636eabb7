-- The language in which a session or a seat was booked. Never edit after merging; add a new migration instead.

alter table bookings add column language text not null default 'en';
