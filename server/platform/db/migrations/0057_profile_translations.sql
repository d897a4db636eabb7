-- A mentor's texts in other languages of theirs. Never edit after merging; add a new migration instead.

-- A list of {"language", "about", "whyMentor"}, the language in ISO 639-1.
alter table mentors add column translations jsonb not null default '[]' check (jsonb_typeof(translations) = 'array');
