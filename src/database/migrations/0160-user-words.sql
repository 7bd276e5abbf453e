-- A part of a user's name is found without its accents, as customers are (docs/domain.md#users).
alter table app_user add column words text not null
  generated always as (fold_words(user_name_key || ' ' || given_name || ' ' || family_name)) stored;
