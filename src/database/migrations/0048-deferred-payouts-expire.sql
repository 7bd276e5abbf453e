-- A deferred payout that is not completed within seven days expires, as an authorisation does.
update payment p set expires_at = t.txn_datetime + interval '7 days'
from txn t
where t.txn_id = p.root_id and t.company_id = p.company_id and t.txn_type = 'PAYOUT_INITIALIZE'
  and t.txn_status = 'SUCCESS' and p.captured_by is null and p.voided_by is null and p.expires_at is null;
