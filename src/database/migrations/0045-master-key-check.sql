-- What the master key makes of a fixed text, so that a program with another key refuses to start.

create table master_key_check (
  only_row boolean primary key default true check (only_row),
  value bytea not null
);
