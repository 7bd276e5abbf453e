-- A link counts what was taken through it. Authorisations counted as paid before they were captured (docs/domain.md#smart-links).
update smart_link l
set paid_count = taken.number, paid_minor = coalesce(taken.minor, 0), last_paid_at = taken.last_at
from (
  select l.company_id, l.link_id, count(m.txn_id)::integer as number, sum(m.requested_minor) as minor, max(m.updated_at) as last_at
  from smart_link l
  join txn t on t.company_id = l.company_id and t.detail ->> 'linkId' = l.link_id::text and t.txn_id = t.root_id
  left join txn m on m.root_id = t.root_id and m.company_id = t.company_id and m.txn_status = 'SUCCESS'
    and m.txn_type in ('PAYMENT', 'CAPTURE', 'PAYOUT', 'PAYOUT_COMPLETE')
  where l.paid_count > 0
  group by l.company_id, l.link_id
  having bool_or(t.txn_type in ('PREAUTH', 'PAYOUT_INITIALIZE'))
) as taken
where l.company_id = taken.company_id and l.link_id = taken.link_id;
