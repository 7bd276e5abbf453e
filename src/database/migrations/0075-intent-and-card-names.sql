-- Names of the trade: when and how often the reconciliation checks an intent, and the cards a company has charged.
alter table processor_intent rename column next_look_at to next_check_at;
alter table processor_intent rename column looks to attempts;
alter table paid_card rename to known_card;
