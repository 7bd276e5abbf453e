-- Emails are stored and searched in lower case. Rewritten rows get a version and a change number: the warehouse feed sends them again.
update txn
set customer_email = lower(btrim(customer_email)), version = version + 1, changed_in = pg_current_xact_id()::text::bigint
where customer_email <> lower(btrim(customer_email));

update schedule set customer_email = lower(btrim(customer_email)) where customer_email <> lower(btrim(customer_email));
update customer set email = lower(btrim(email)) where email <> lower(btrim(email));
