-- The merchant's text on the page after the payment of a link (docs/domain.md#smart-links).
alter table smart_link add column thank_you text;
