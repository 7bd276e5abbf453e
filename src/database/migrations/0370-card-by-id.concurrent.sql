-- The id first: led by the company alone, the index was chosen to look for a card by its hash where the statistics did not have the
-- company yet, and every payment read all of its cards.
drop index concurrently if exists card_identity_id;
create unique index concurrently card_identity_id on card_identity (card_id, company_id);
drop index concurrently if exists card_identity_card;
