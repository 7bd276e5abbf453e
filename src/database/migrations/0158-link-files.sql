-- Links that were created from a file: a repeated submit finds them (docs/domain.md#smart-links, docs/decisions/0173).
create table smart_link_file (
  company_id integer not null,
  -- Chosen by the client, and the batch of its links.
  file_id uuid not null,
  installation_id integer not null,
  created_by text not null,
  created_at timestamptz not null,
  file_hash text not null,
  -- Line, link and whether it was emailed, of each row that has a link.
  results jsonb not null default '[]',
  primary key (company_id, file_id)
);
grant select, insert, update on smart_link_file to countinghouse_app;
select enable_tenant_isolation('smart_link_file');
