-- The links of one file or batch (docs/domain.md#smart-links). A link of its own is a batch of one.
create index smart_link_batch on smart_link (company_id, batch_id, created_at desc, link_id);
