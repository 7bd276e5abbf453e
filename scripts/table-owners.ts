import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { featureFolder } from './zones.ts';

/**
 * The owner of each table's writes: a feature, or a folder of src. Other code calls the owner's function.
 * Several owners of a table each write their own columns or rows.
 */
const owners: Readonly<Record<string, string | readonly string[]>> = {
  account_token: 'server/auth',
  api_credential: 'api-keys',
  api_credential_installation: 'api-keys',
  api_key_use: 'server/auth',
  api_request: 'request-log',
  // Authentication stores the last use.
  api_secret: ['api-keys', 'server/auth'],
  // Administrators write names and locks, users the password, sign-in its own times.
  app_user: ['users', 'account', 'sign-in', 'session'],
  approval_policy: 'approvals',
  approval_request: 'approvals',
  approval_rule: 'approvals',
  applied_object: 'setup',

  audit_erasure: 'audit',
  audit_event: 'server/audit',
  audit_seal: 'audit',
  bell_seen: 'bell',
  break_glass: 'second-factor',
  bulk_item: 'bulk',
  bulk_job: 'bulk',
  card_identity: 'payments',
  card_token: 'payments',
  custom_field: 'custom-fields',
  customer: 'payments',
  customer_note: 'customers',
  dispute: 'disputes',
  dispute_answer: 'disputes',
  dispute_event: 'disputes',
  dispute_file: 'disputes',
  duplicate_guard: 'payments',
  feedback: 'feedback',
  former_user: 'users',
  fraud_auto_add: 'fraud-lists',
  fraud_case: 'cases',
  fraud_case_event: 'cases',
  fraud_case_file: 'cases',
  fraud_case_transaction: 'cases',
  fraud_decision: 'fraud-engine',
  fraud_label: 'disputes',
  fraud_list: 'fraud-lists',
  fraud_list_history: 'fraud-lists',
  fraud_list_item: 'fraud-lists',
  fraud_rule: 'fraud-rules',
  fraud_rule_set: 'fraud-rules',
  fraud_rule_version: 'fraud-rules',
  hosted_session: 'hosted-sessions',
  hosted_session_attempt: 'hosted-sessions',
  id_block: 'payments',
  idempotency_key: 'payments',
  // Risk controls set the web origins, by a call of hosted sessions.
  installation: ['installations', 'hosted-sessions'],
  key_program: 'server/auth',
  key_root: 'server/auth',
  key_root_seal: 'server/auth',
  known_card: 'payments',
  known_customer: 'payments',
  known_device: 'sign-in',
  legal_hold: 'legal-holds',
  ledger_entry: 'payments',
  mail_outbox: 'server/mail',
  master_key: 'server/auth',
  master_key_check: 'server/auth',
  merchant_payout: 'settlement',
  migration: 'database/',
  migration_progress: 'database/',
  notification: 'notifications',
  notification_secret: 'notifications',
  // The set-up of an empty installation inserts the organisation at the top.
  organisation: ['organisations', 'session'],
  organisation_feature: 'organisations',
  password_history: 'account',
  payment: 'payments',
  person_file_part: 'personal-data',
  person_payment: 'personal-data',
  person_request: 'personal-data',
  processor_account: 'connections',
  processor_breaker: 'connections',
  processor_connection: 'connections',
  processor_event: 'connections',
  processor_intent: 'payments',
  processor_route: 'connections',
  processor_secret: 'connections',
  queue_decision: 'queue',
  queue_event: 'queue',
  queue_task: 'queue',
  random_card_ids: 'payments',
  recovery_code: 'second-factor',
  reset_request: 'account',
  risk_controls: 'risk-controls',
  retention_progress: 'personal-data',
  retention_waiting: 'personal-data',
  role: 'roles',
  // The set-up of an empty installation grants the first administrator.
  role_grant: ['users', 'session'],
  role_permission: 'roles',
  schedule: 'schedules',
  schedule_audit: 'schedules',
  schedule_episode: 'schedules',
  scim_company: 'scim',
  scim_grant: 'scim',
  scim_group: 'scim',
  scim_group_member: 'scim',
  scim_group_role: 'scim',
  scim_refusal: 'scim',
  // Authentication stores the last use.
  scim_token: ['scim', 'server/auth'],
  scim_user: 'scim',
  second_factor: 'second-factor',
  security_policy: 'second-factor',
  settlement_bank_payout: 'settlement',
  settlement_batch: 'settlement',
  settlement_difference: 'settlement',
  settlement_line: 'settlement',
  settlement_progress: 'settlement',
  settlement_report: 'settlement',
  settlement_work: 'payments',
  sign_in_challenge: 'second-factor',
  sso_domain: 'single-sign-on',
  sso_grant: 'single-sign-on',
  sso_identity: 'single-sign-on',
  sso_mapping: 'single-sign-on',
  sso_provider: 'single-sign-on',
  sso_test: 'single-sign-on',
  sso_used_state: 'single-sign-on',
  // The page of a link counts its attempts.
  smart_link: ['smart-links', 'hosted-sessions'],
  smart_link_expiry: 'smart-links',
  smart_link_file: 'smart-links',
  smart_link_mail: 'smart-links',
  test_clock: 'test-clock',
  throttle: 'server/auth',
  transaction_view: 'views',
  transaction_view_pin: 'views',
  trusted_device: 'second-factor',
  // Replication renumbers changes after a restore; an upgrade rekeys fingerprints.
  txn: ['payments', 'reporting', 'app/server'],
  txn_history: 'payments',
  txn_total: 'reporting',
  txn_total_change: 'reporting',
  upgrade_step: 'app/server',
  user_session: 'server/auth',
  velocity_attempt: 'fraud-engine',
  velocity_key: 'fraud-engine',
  view_file: 'scheduled-files',
  view_file_part: 'scheduled-files',
  view_subscription: 'scheduled-files',
  warehouse_erasure: 'reporting',
  warehouse_replication: 'reporting',
  webhook_attempt: 'webhooks',
  webhook_delivery: 'webhooks',
  webhook_endpoint: 'webhooks',
  webhook_event: 'webhooks',
  webhook_installation: 'webhooks',
};

const tables = new Set(
  [
    ...readFileSync(join(import.meta.dirname, '../src/database/schema.ts'), 'utf8').matchAll(/(\w+)Row \{/g),
  ].map(([, name = '']) => name.replace(/\B[A-Z]/g, '_$&').toLowerCase()),
);

/**
 * Writes to a table from outside its owner's folder. Tests, test support and demo data may write everywhere.
 */
export function tableOwnerComplaints(root: string, files: readonly string[]): string[] {
  return files
    .filter((file) => !/(^|\/)(test|testing|demo)\//.test(file))
    .flatMap((file) => foreignWrites(file, readFileSync(join(root, file), 'utf8')));
}

/** Exported for its test. */
export function foreignWrites(file: string, code: string, ownersOf = owners): string[] {
  const written = new Set(
    [...code.matchAll(/\b(?:insert into|update|delete from)\s+([a-z_]+)\b/g)].map(([, table = '']) => table),
  );
  return [...written]
    .filter((table) => tables.has(table))
    .flatMap((table) => {
      const allowed = [ownersOf[table] ?? []].flat();
      if (allowed.length === 0)
        return [`${file}: writes ${table}; name its owner in scripts/table-owners.ts`];
      return allowed.some((owner) => isWithin(file, owner))
        ? []
        : [`${file}: writes ${table}; call its owner, ${allowed.join(' or ')}`];
    });
}

const isWithin = (file: string, owner: string): boolean =>
  file.startsWith(owner.includes('/') ? `src/${owner}` : `src/features/${featureFolder(owner)}/`);
