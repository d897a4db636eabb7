-- What the stand-in for a mail server received. Frozen once merged: a later change is a later file.

create table sandbox_mail.mails (
  id           integer primary key generated always as identity,
  sender       jsonb not null, -- {name, address}
  recipients   jsonb not null, -- [{name, address}], as the header says; hidden ones from the envelope.
  subject      text not null,
  text_part    text not null,
  html_part    text not null,
  headers      jsonb not null, -- Names in lower case; what came several times is joined by a comma.
  raw          bytea not null,
  received_at  timestamptz not null
);
