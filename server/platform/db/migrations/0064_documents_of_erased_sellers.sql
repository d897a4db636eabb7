-- Documents outlive their seller by law. After that time the seller's details in them are emptied, and nothing else.
-- Never edit after merging; add a new migration instead.

create function refuse_change_of_document() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.seller_details = '{"name": "", "address": "", "taxNumber": "", "country": ""}'::jsonb
    and to_jsonb(new) - 'seller_details' = to_jsonb(old) - 'seller_details' then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create or replace trigger tax_documents_are_immutable before update or delete on tax_documents
  for each row execute function refuse_change_of_document();
