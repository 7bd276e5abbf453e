-- A seal covers its own time and how far its run had read, so that lines added later with an older time are found
-- (decision 0141). Batches of format 1 were sealed without both.
alter table audit_seal
  add column format smallint not null default 1,
  add column settled_seq bigint;
alter table audit_seal alter column format drop default;
