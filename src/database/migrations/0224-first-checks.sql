-- What the issuer had compared when the processor took a payment: the final result may come in an event without it.
alter table processor_intent add column checks jsonb;
