-- The last payments of an installation's terminal (docs/domain.md#virtual-terminal).
create index hosted_session_terminal on hosted_session (company_id, installation_id, last_interaction desc, txn_id desc)
  where created_via = 'portal' and kind = 'payments' and txn_id is not null;
