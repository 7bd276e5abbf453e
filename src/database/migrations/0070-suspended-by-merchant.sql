-- A merchant may suspend a payment in its answer to the pre-authorisation callback (docs/decisions/0054).

-- The processor's reference to the card of a payment that the merchant may suspend; null once the payment has ended.
alter table processor_intent add column held_card text;
-- SUSPEND_REPLAY: when the merchant is asked again, and how often it has asked for that.
alter table processor_intent add column replay_at timestamptz;
alter table processor_intent add column replays integer not null default 0;
create index processor_intent_replay on processor_intent (replay_at) where replay_at is not null;
