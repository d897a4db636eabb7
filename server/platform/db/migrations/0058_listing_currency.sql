-- Of the lowest price. Releases before this one know pounds alone, and join this table to one that has a column `currency`.
alter table listings add column price_currency text not null default 'GBP' check (price_currency ~ '^[A-Z]{3}$');
