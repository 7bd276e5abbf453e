-- What the operator's command has applied from a file, by the file's key (docs/decisions/0107).
create table applied_object (
  company_id integer not null,
  kind text not null check (kind ~ '^[a-zA-Z]{1,30}$'),
  key text not null check (char_length(key) <= 400),
  object_id text not null,
  -- The command has created it. Only such objects are removed when the file does not name them any more.
  made boolean not null,
  pruned_at timestamptz,
  primary key (company_id, kind, key)
);
-- A company is found by its key alone.
create unique index applied_object_company on applied_object (key) where kind = 'company';

select enable_tenant_isolation('applied_object');
grant select, insert, update on applied_object to countinghouse_app;
