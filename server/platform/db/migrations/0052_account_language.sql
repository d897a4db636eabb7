-- The language that an account's owner chose last. Never edit after merging; add a new migration instead.

-- Null: none is known yet; emails then are in the language of what they are about, or in English.
alter table accounts add column language text;
