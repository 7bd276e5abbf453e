-- Months of payments that were erased. The warehouse keeps older versions of their rows until it merges the month
-- (docs/domain.md#a-persons-data).
create table warehouse_erasure (
  month date primary key,
  -- Of the last one.
  erased_at timestamptz not null
);
grant select, insert, update, delete on warehouse_erasure to countinghouse_app;
