-- Statements of these functions find one row by a key, whatever the values: they are planned once a connection. For arrays PostgreSQL would plan
-- them at every payment, which costs more than running them.
alter function claim_card(integer, text[], integer, text, boolean) set plan_cache_mode = force_generic_plan;
alter function hold_card(integer, text[], integer, text) set plan_cache_mode = force_generic_plan;
