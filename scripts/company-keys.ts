import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What a distributed PostgreSQL needs of tables and statements (docs/running.md#a-billion-payments): rows of a company are on one
 * server, found by their company.
 */

/** One table as `npm run schema` writes it to scripts/table-keys.json. */
export interface TableKeys {
  hasCompany: boolean;
  /** The columns of the primary key and of every other unique index. */
  unique: string[][];
  /** Foreign keys: their columns and the table that they name. */
  references: { columns: string[]; table: string }[];
}

/** Settings of companies and people. They are small, and each server has a copy. */
const copied: ReadonlySet<string> = new Set([
  'account_token',
  'api_credential',
  'api_credential_installation',
  'api_secret',
  'app_user',
  'applied_object',
  'bell_seen',
  'break_glass',
  'former_user',
  'installation',
  'known_device',
  'organisation',
  'organisation_feature',
  'password_history',
  'processor_account',
  'processor_breaker',
  'processor_connection',
  'processor_route',
  'processor_secret',
  'processor_setup',
  'recovery_code',
  'role',
  'role_grant',
  'role_permission',
  'scim_grant',
  'scim_group',
  'scim_group_member',
  'scim_group_role',
  'scim_token',
  'scim_user',
  'second_factor',
  'security_policy',
  'sso_domain',
  'sso_grant',
  'sso_identity',
  'sso_mapping',
  'sso_provider',
  'sso_test',
  'trusted_device',
  'webhook_endpoint',
]);

/** Of the product itself, or of connections, which several companies share: each server has its own rows, or one server has them all. */
const shared: ReadonlySet<string> = new Set([
  'audit_erasure',
  'audit_event',
  'audit_seal',
  'bulk_job',
  'demo_seed',
  'feedback',
  'id_block',
  'key_program',
  'key_root',
  'key_root_seal',
  'mail_outbox',
  'master_key',
  'master_key_check',
  'merchant_payout',
  'migration',
  'migration_progress',
  'processor_event',
  'random_card_ids',
  'reset_request',
  'retention_progress',
  'settlement_bank_payout',
  'settlement_batch',
  'settlement_difference',
  'settlement_line',
  'settlement_progress',
  'settlement_report',
  'sign_in_challenge',
  'sso_used_state',
  'throttle',
  'upgrade_step',
  'user_session',
  'warehouse_erasure',
  'warehouse_replication',
]);

/** Ids that are random or belong to a payment, so that no second company has them. A distributed database looks them up in a directory. */
const uniqueEverywhere: ReadonlySet<string> = new Set([
  'customer_words: known_customer_id',
  'dispute: connection_id, processor_reference',
  'dispute_event: processor_event',
  'hosted_session: session_id',
  'hosted_session_attempt: txn_id',
  'schedule: schedule_id',
  'schedule_episode: txn_id',
  'smart_link: code',
  'smart_link: link_id',
]);

export function keyComplaints(tables: Readonly<Record<string, TableKeys>>): string[] {
  return Object.entries(tables).flatMap(([table, { hasCompany, unique, references }]) => {
    if (copied.has(table) || shared.has(table)) return [];
    if (!hasCompany)
      return [`${table}: has no company_id; add it, or name the table in scripts/company-keys.ts`];
    return [
      ...unique
        .filter((columns) => !columns.includes('company_id'))
        .map((columns) => `${table}: ${columns.join(', ')}`)
        .filter((key) => !uniqueEverywhere.has(key))
        .map((key) => `${key} is unique without company_id`),
      ...references
        .filter((key) => !copied.has(key.table) && !key.columns.includes('company_id'))
        .map((key) => `${table}: refers to ${key.table} without company_id`),
    ];
  });
}

/** Statements of a file that name a table of companies, and no company. */
export function statementsWithoutCompany(
  code: string,
  isCompanys: (table: string) => boolean,
): { line: number; table: string }[] {
  return [...code.matchAll(/`(?:[^`\\]|\\.)*`/g)].flatMap(({ 0: text, index }) => {
    if (/\bcompany_id\b/.test(text)) return [];
    const named = [...text.matchAll(/\b(?:from|join|update|into)\s+([a-z_]+)\b/g)].map(
      ([, name = '']) => name,
    );
    const table = named.find(isCompanys);
    return table === undefined ? [] : [{ line: code.slice(0, index).split('\n').length, table }];
  });
}

/** Counts by file, which only fall: the condition is in a fragment, or a job goes through all companies. */
type Allowed = Readonly<Record<string, number>>;

export function companyKeyComplaints(root: string, files: readonly string[]): string[] {
  const read = <T>(name: string): T => JSON.parse(readFileSync(join(root, 'scripts', name), 'utf8')) as T;
  const tables = read<Record<string, TableKeys>>('table-keys.json');
  const allowed = read<Allowed>('statements-without-company.json');
  const isCompanys = (table: string) => table in tables && !copied.has(table) && !shared.has(table);
  const product = files.filter(
    (file) => file.startsWith('src/') && !/(^|\/)(test|testing|demo)\//.test(file),
  );
  return [
    ...keyComplaints(tables),
    ...product.flatMap((file) => {
      const found = statementsWithoutCompany(readFileSync(join(root, file), 'utf8'), isCompanys);
      const most = allowed[file] ?? 0;
      if (found.length === most) return [];
      const places = found.map(({ line, table }) => `${line} (${table})`).join(', ');
      return found.length > most
        ? [`${file}: a statement names no company: line ${places}; ${most} are allowed`]
        : [
            `${file}: ${found.length} statements name no company: lower its number in scripts/statements-without-company.json`,
          ];
    }),
    ...Object.keys(allowed)
      .filter((file) => !product.includes(file))
      .map((file) => `${file}: is gone; remove it from scripts/statements-without-company.json`),
  ];
}
