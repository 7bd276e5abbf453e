-- The rows of before. Programs of the previous release leave it null meanwhile.
with batch as (
  select txn_id from txn where txn_id > $1 order by txn_id limit 100
), changed as (
  update txn set channel_group = 'OTHER' from batch where txn.txn_id = batch.txn_id and channel_group is null
)
select max(txn_id) from batch;
