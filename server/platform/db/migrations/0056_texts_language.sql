-- The language that a mentor's texts are written in. Never edit after merging; add a new migration instead.

-- ISO 639-1. `texts_language`: as the mentor chose it. Null: as it was detected. `detected_language`: of the texts as last saved;
-- null if they do not show it. English was the only language of all forms until now.
alter table mentors
  add column texts_language text check (texts_language ~ '^[a-z]{2}$'),
  add column detected_language text default 'en' check (detected_language ~ '^[a-z]{2}$');
