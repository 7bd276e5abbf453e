-- Schedules of before, and the orders and filters of the list.
update schedule s set next_charge_on = next_charge_of(s.company_id, s.schedule_id) where s.status = 'ACTIVE';
create index schedule_by_next_charge on schedule (company_id, next_charge_on, schedule_id);
create index schedule_next_of_merchant on schedule (merchant_id, next_charge_on, schedule_id) where next_charge_on is not null;
create index schedule_by_last_charge on schedule (company_id, last_episode_on, schedule_id);
create index schedule_failed on schedule (merchant_id, last_episode_on) where last_state = 'FAILED';
create index schedule_by_status on schedule (company_id, status, schedule_id);

-- Refunds of episodes, and payments that replaced one, are among the transactions of the schedule.
update txn t set schedule_id = charge.schedule_id, episode_index = charge.episode_index
from txn charge
where t.original_txn_id is not null and charge.company_id = t.company_id and charge.txn_id = t.original_txn_id
  and charge.schedule_id is not null;
update txn t set schedule_id = e.schedule_id, episode_index = e.episode_index
from schedule_episode e
where e.replaced and e.txn_id = t.txn_id and e.company_id = t.company_id;
