-- The language of the page on which someone joined a waitlist. Never edit after merging; add a new migration instead.

alter table waiting_list add column language text not null default 'en';
