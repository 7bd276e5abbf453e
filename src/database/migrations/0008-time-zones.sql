-- Where a merchant works decides what its "today" is: an organisation names its zone, those below it inherit.
alter table organisation add column time_zone text;
