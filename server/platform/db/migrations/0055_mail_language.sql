-- The language of the request that caused an email, for recipients of whom no other is known: someone who signs up, or who asks for
-- the links of their bookings. Never edit after merging; add a new migration instead.

alter table outbox add column language text not null default 'en';
