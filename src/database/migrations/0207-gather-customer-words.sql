-- New words of customers are gathered and entered into the trigram index by the worker (docs/decisions/0163). By default the payment whose
-- words fill 4 MB enters them all, in its own transaction.
alter index customer_words_text set (gin_pending_list_limit = 65536);

create function enter_customer_words() returns void language sql security definer set search_path = public, pg_temp as $function$
  select gin_clean_pending_list('customer_words_text')
$function$;
revoke execute on function enter_customer_words from public;
grant execute on function enter_customer_words to countinghouse_app;
