-- What the list of mentors is searched by: topics, languages as codes, and a listing per mentor that is kept up to date.
-- Frozen once merged: a later change is a later file.

-- What mentors can be asked about. The first thirty; an admin adds more.
create table topics (
  code         text primary key check (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  topic_group  text not null check (topic_group <> ''),
  label        text not null unique check (label <> ''),
  position     integer not null -- Within all groups: a group stands where its first topic stands.
);
insert into topics (position, topic_group, code, label) values
  (10, 'Visas and permits', 'student-visa', 'Student visa'),
  (11, 'Visas and permits', 'work-visa', 'Work visa or permit'),
  (12, 'Visas and permits', 'post-study-work', 'Staying to work after a degree'),
  (13, 'Visas and permits', 'permanent-residence', 'Permanent residence'),
  (14, 'Visas and permits', 'points-based-immigration', 'Points-based immigration'),
  (20, 'University applications', 'choosing-a-university', 'Choosing a university'),
  (21, 'University applications', 'bachelor-applications', 'Bachelor''s applications'),
  (22, 'University applications', 'master-applications', 'Master''s applications'),
  (23, 'University applications', 'phd-applications', 'PhD applications'),
  (24, 'University applications', 'statements-and-references', 'Statements and references'),
  (25, 'University applications', 'language-tests', 'Language tests'),
  (30, 'Scholarships and money', 'scholarships', 'Scholarships'),
  (31, 'Scholarships and money', 'student-loans', 'Loans and paying for study'),
  (32, 'Scholarships and money', 'sending-money-home', 'Sending money home'),
  (40, 'Job search', 'first-job-abroad', 'First job abroad'),
  (41, 'Job search', 'cv-and-portfolio', 'CV and portfolio'),
  (42, 'Job search', 'job-interviews', 'Job interviews'),
  (43, 'Job search', 'changing-career', 'Changing career'),
  (44, 'Job search', 'company-transfer', 'Moving with an employer'),
  (45, 'Job search', 'starting-a-business', 'Starting a business'),
  (46, 'Job search', 'work-while-studying', 'Work while studying'),
  (50, 'Housing and settling in', 'finding-a-home', 'Finding a home'),
  (51, 'Housing and settling in', 'first-weeks', 'The first weeks'),
  (52, 'Housing and settling in', 'learning-the-language', 'Learning the language'),
  (53, 'Housing and settling in', 'healthcare', 'Healthcare and insurance'),
  (54, 'Housing and settling in', 'going-back-home', 'Going back home'),
  (60, 'Licences and registrations', 'degree-recognition', 'Recognition of a degree'),
  (61, 'Licences and registrations', 'health-registration', 'Registration in a health profession'),
  (62, 'Licences and registrations', 'trade-licences', 'Trade and professional licences'),
  (70, 'Family', 'moving-with-children', 'Moving with children'),
  (71, 'Family', 'moving-as-a-partner', 'Moving as a partner');

create table mentor_topics (
  mentor_id  uuid not null references mentors (id) on delete cascade,
  topic      text not null references topics (code) on update cascade,
  primary key (mentor_id, topic)
);

-- Languages become ISO 639-1 codes. What has no code is kept as it was written, for an admin to see.
alter table mentors add column other_languages text[] not null default '{}';
create temporary table language_names (name text, code text) on commit drop;
insert into language_names values
  ('Afar', 'aa'), ('Abkhaz', 'ab'), ('Avestan', 'ae'), ('Afrikaans', 'af'), ('Akan', 'ak'), ('Amharic', 'am'),
  ('Aragonese', 'an'), ('Arabic', 'ar'), ('Assamese', 'as'), ('Avaric', 'av'), ('Aymara', 'ay'), ('Azerbaijani', 'az'),
  ('Bashkir', 'ba'), ('Belarusian', 'be'), ('Bulgarian', 'bg'), ('Bislama', 'bi'), ('Bambara', 'bm'),
  ('Bengali', 'bn'), ('Tibetan', 'bo'), ('Breton', 'br'), ('Bosnian', 'bs'), ('Catalan', 'ca'), ('Chechen', 'ce'),
  ('Chamorro', 'ch'), ('Corsican', 'co'), ('Cree', 'cr'), ('Czech', 'cs'), ('Old Church Slavonic', 'cu'),
  ('Chuvash', 'cv'), ('Welsh', 'cy'), ('Danish', 'da'), ('German', 'de'), ('Divehi', 'dv'), ('Dzongkha', 'dz'),
  ('Ewe', 'ee'), ('Greek', 'el'), ('English', 'en'), ('Esperanto', 'eo'), ('Spanish', 'es'), ('Estonian', 'et'),
  ('Basque', 'eu'), ('Persian', 'fa'), ('Fula', 'ff'), ('Finnish', 'fi'), ('Fijian', 'fj'), ('Faroese', 'fo'),
  ('French', 'fr'), ('Western Frisian', 'fy'), ('Irish', 'ga'), ('Scottish Gaelic', 'gd'), ('Galician', 'gl'),
  ('Guaraní', 'gn'), ('Gujarati', 'gu'), ('Manx', 'gv'), ('Hausa', 'ha'), ('Hebrew', 'he'), ('Hindi', 'hi'),
  ('Hiri Motu', 'ho'), ('Croatian', 'hr'), ('Haitian', 'ht'), ('Hungarian', 'hu'), ('Armenian', 'hy'),
  ('Herero', 'hz'), ('Interlingua', 'ia'), ('Indonesian', 'id'), ('Interlingue', 'ie'), ('Igbo', 'ig'),
  ('Nuosu', 'ii'), ('Inupiaq', 'ik'), ('Ido', 'io'), ('Icelandic', 'is'), ('Italian', 'it'), ('Inuktitut', 'iu'),
  ('Japanese', 'ja'), ('Javanese', 'jv'), ('Georgian', 'ka'), ('Kongo', 'kg'), ('Kikuyu', 'ki'), ('Kwanyama', 'kj'),
  ('Kazakh', 'kk'), ('Kalaallisut', 'kl'), ('Khmer', 'km'), ('Kannada', 'kn'), ('Korean', 'ko'), ('Kanuri', 'kr'),
  ('Kashmiri', 'ks'), ('Kurdish', 'ku'), ('Komi', 'kv'), ('Cornish', 'kw'), ('Kyrgyz', 'ky'), ('Latin', 'la'),
  ('Luxembourgish', 'lb'), ('Ganda', 'lg'), ('Limburgish', 'li'), ('Lingala', 'ln'), ('Lao', 'lo'),
  ('Lithuanian', 'lt'), ('Luba-Katanga', 'lu'), ('Latvian', 'lv'), ('Malagasy', 'mg'), ('Marshallese', 'mh'),
  ('Māori', 'mi'), ('Macedonian', 'mk'), ('Malayalam', 'ml'), ('Mongolian', 'mn'), ('Marathi', 'mr'), ('Malay', 'ms'),
  ('Maltese', 'mt'), ('Burmese', 'my'), ('Nauru', 'na'), ('Norwegian Bokmål', 'nb'), ('Northern Ndebele', 'nd'),
  ('Nepali', 'ne'), ('Ndonga', 'ng'), ('Dutch', 'nl'), ('Norwegian Nynorsk', 'nn'), ('Norwegian', 'no'),
  ('Southern Ndebele', 'nr'), ('Navajo', 'nv'), ('Chichewa', 'ny'), ('Occitan', 'oc'), ('Ojibwe', 'oj'),
  ('Oromo', 'om'), ('Oriya', 'or'), ('Ossetian', 'os'), ('Panjabi', 'pa'), ('Punjabi', 'pa'), ('Pāli', 'pi'), ('Polish', 'pl'),
  ('Pashto', 'ps'), ('Portuguese', 'pt'), ('Quechua', 'qu'), ('Romansh', 'rm'), ('Kirundi', 'rn'), ('Romanian', 'ro'),
  ('Russian', 'ru'), ('Kinyarwanda', 'rw'), ('Sanskrit', 'sa'), ('Sardinian', 'sc'), ('Sindhi', 'sd'),
  ('Northern Sami', 'se'), ('Sango', 'sg'), ('Sinhala', 'si'), ('Slovak', 'sk'), ('Slovenian', 'sl'), ('Samoan', 'sm'),
  ('Shona', 'sn'), ('Somali', 'so'), ('Albanian', 'sq'), ('Serbian', 'sr'), ('Swati', 'ss'), ('Southern Sotho', 'st'),
  ('Sundanese', 'su'), ('Swedish', 'sv'), ('Swahili', 'sw'), ('Tamil', 'ta'), ('Telugu', 'te'), ('Tajik', 'tg'),
  ('Thai', 'th'), ('Tigrinya', 'ti'), ('Turkmen', 'tk'), ('Tagalog', 'tl'), ('Tswana', 'tn'), ('Tonga', 'to'),
  ('Turkish', 'tr'), ('Tsonga', 'ts'), ('Tatar', 'tt'), ('Twi', 'tw'), ('Tahitian', 'ty'), ('Uyghur', 'ug'),
  ('Ukrainian', 'uk'), ('Urdu', 'ur'), ('Uzbek', 'uz'), ('Venda', 've'), ('Vietnamese', 'vi'), ('Volapük', 'vo'),
  ('Walloon', 'wa'), ('Wolof', 'wo'), ('Xhosa', 'xh'), ('Yiddish', 'yi'), ('Yoruba', 'yo'), ('Zhuang', 'za'),
  ('Chinese', 'zh'), ('Zulu', 'zu'), ('Bangla', 'bn'), ('Mandarin', 'zh'), ('Farsi', 'fa'), ('Kiswahili', 'sw'),
  ('Filipino', 'tl'), ('Haitian Creole', 'ht');
update mentors set
  other_languages = array(
    select word from unnest(languages) with ordinality as spoken (word, position)
    where not exists (select from language_names where lower(name) = lower(word)) order by position),
  languages = array(
    select code from unnest(languages) with ordinality as spoken (word, position)
    join language_names on lower(name) = lower(word) order by position);

-- Where a move began and ended, in degrees. Null: nobody knows the city, and it is not drawn on the chart.
alter table moves
  add column from_longitude real,
  add column from_latitude real,
  add column to_longitude real,
  add column to_latitude real,
  add column looked_up boolean not null default false; -- Whether somebody has looked for the two cities.

create index moves_not_looked_up on moves (mentor_id) where not looked_up;

-- A row for every mentor who is or was listed: what the list is searched, filtered and ordered by. Derived from the other
-- tables and never written by hand. Each process reads what has a newer version than it knows; see decision 0010.
create table listings (
  mentor_id     uuid primary key,
  number        integer generated always as identity unique, -- Never changes: it breaks ties and ends a page.
  version       bigint not null, -- Given under the lock of listing_version, so that a later one is never seen first.
  listed        boolean not null, -- False: no longer accepted, or gone. The row tells the other processes so.
  name          text not null,
  words         text not null, -- Everything else that is searched.
  destinations  text[] not null,
  origins       text[] not null,
  crossings     text[] not null, -- 'IN-GB'
  languages     text[] not null,
  topics        text[] not null,
  location      text not null,
  experience    integer not null, -- Years.
  price_pence   integer not null, -- The lowest of all sessions.
  minutes       integer[] not null, -- The lengths of all sessions.
  rating        double precision, -- To one decimal; null before the first.
  rating_count  integer not null,
  created_at    timestamptz not null,
  free_at       timestamptz, -- The soonest free start; null: none within the horizon.
  recheck_at    timestamptz not null -- When free_at is no longer true by the mere passing of time.
);
create unique index listings_version on listings (version, number);
create index listings_recheck on listings (recheck_at) where listed;

-- One row. Locking it lets one process at a time give versions.
create table listing_version (
  only_row  boolean primary key default true check (only_row),
  version   bigint not null
);
insert into listing_version (version) values (0);

-- Mentors whose listing may no longer be true. Written by whoever changes something, in the same transaction.
create table stale_listings (
  id         bigint generated always as identity primary key,
  mentor_id  uuid not null
);

create function mark_stale_listing() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into stale_listings (mentor_id) values (old.mentor_id);
  end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and new.mentor_id <> old.mentor_id) then
    insert into stale_listings (mentor_id) values (new.mentor_id);
  end if;
  return null;
end $$;

create function mark_stale_listing_of_mentor() returns trigger language plpgsql as $$
begin
  insert into stale_listings (mentor_id) values (case when tg_op = 'DELETE' then old.id else new.id end);
  return null;
end $$;

create function mark_stale_listings_of_topic() returns trigger language plpgsql as $$
begin
  insert into stale_listings (mentor_id) select mentor_id from mentor_topics where topic = new.code;
  return null;
end $$;

create trigger listing_of_mentor after insert or update or delete on mentors
  for each row execute function mark_stale_listing_of_mentor();
create trigger listing_of_move after insert or update or delete on moves
  for each row execute function mark_stale_listing();
create trigger listing_of_session_type after insert or update or delete on session_types
  for each row execute function mark_stale_listing();
create trigger listing_of_topic after insert or update or delete on mentor_topics
  for each row execute function mark_stale_listing();
create trigger listing_of_topic_label after update on topics
  for each row execute function mark_stale_listings_of_topic();
create trigger listing_of_feedback after insert or update or delete on feedback
  for each row execute function mark_stale_listing();
create trigger listing_of_claim after insert or update or delete on claims
  for each row execute function mark_stale_listing();

-- Every mentor there is gets a listing at the first opportunity.
insert into stale_listings (mentor_id) select id from mentors;
