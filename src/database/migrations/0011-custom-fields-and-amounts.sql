-- Companies name their custom fields, and the search finds payments by their amount.

-- What a merchant sends under a name is reported and judged under a numbered one.
create table custom_field (
  company_id integer not null,
  -- As columns and rules call it: custom_string_1.
  stored_name text not null check (stored_name ~ '^custom_[a-z_]+_[1-9][0-9]{0,2}$'),
  data_type text not null check (
    data_type in (
      'string', 'longString', 'integer', 'bigInteger', 'tinyInteger', 'float', 'decimal', 'date', 'dateTime'
    )
  ),
  field_index smallint not null check (field_index between 1 and 999),
  -- As the merchant API calls it, in customFields.fieldState.
  descriptive_name text not null check (descriptive_name <> ''),
  display_name text not null check (display_name <> ''),
  case_sensitive boolean not null default false,
  -- The two lists are apart: reports show some, rules judge others (docs/domain.md#custom-fields).
  in_reporting boolean not null default true,
  in_rules boolean not null default true,
  primary key (company_id, stored_name),
  unique (company_id, data_type, field_index),
  unique (company_id, descriptive_name)
);

alter table custom_field enable row level security;
create policy own_companies on custom_field to countinghouse_app using (
  (select coalesce(current_setting('app.companies', true), '') = '*')
  or company_id = any (
    (select string_to_array(nullif(nullif(current_setting('app.companies', true), '*'), ''), ','))::integer[]
  )
);
grant select, insert, update, delete on custom_field to countinghouse_app;

-- An amount alone, at any time: without this a search for one would read every row of the company.
create index txn_amount on txn (company_id, requested_amount, txn_datetime desc);
