-- Every order of the queue's grid reads an index, and counts and filters read one that has all their columns.

drop index queue_task_by_time;
create index queue_task_by_time on queue_task (company_id, transaction_time, task_id)
  include (merchant_id, status, category, assignee, amount, ccy_code, customer_email, customer_ip, score, issuer_country,
    payment_source, txn_id)
  where status not in ('ACCEPTED', 'REJECTED', 'FLUSHED', 'EXPIRED');
create index queue_task_by_id on queue_task (company_id, task_id)
  where status not in ('ACCEPTED', 'REJECTED', 'FLUSHED', 'EXPIRED');
create index queue_task_by_transaction on queue_task (company_id, txn_id, task_id)
  where status not in ('ACCEPTED', 'REJECTED', 'FLUSHED', 'EXPIRED');
create index queue_task_by_status on queue_task (company_id, status, task_id)
  where status not in ('ACCEPTED', 'REJECTED', 'FLUSHED', 'EXPIRED');
create index queue_task_by_category on queue_task (company_id, category, task_id)
  where status not in ('ACCEPTED', 'REJECTED', 'FLUSHED', 'EXPIRED');
create index queue_task_by_currency on queue_task (company_id, ccy_code, task_id)
  where status not in ('ACCEPTED', 'REJECTED', 'FLUSHED', 'EXPIRED');
create index queue_task_by_ip on queue_task (company_id, customer_ip, task_id)
  where status not in ('ACCEPTED', 'REJECTED', 'FLUSHED', 'EXPIRED');
create index queue_task_by_country on queue_task (company_id, issuer_country, task_id)
  where status not in ('ACCEPTED', 'REJECTED', 'FLUSHED', 'EXPIRED');
create index queue_task_by_source on queue_task (company_id, payment_source, task_id)
  where status not in ('ACCEPTED', 'REJECTED', 'FLUSHED', 'EXPIRED');
