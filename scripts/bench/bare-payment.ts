import { randomBytes, randomUUID } from 'node:crypto';
import { demoCustomer } from '#app/server/demo/demo-customers.ts';
import type { Database } from '#database/connection.ts';
import { hashCard } from '#features/payments/payments/server/db/card-identities.ts';
import type { BenchEnv } from './bench-env.ts';

type BareEnv = Pick<BenchEnv, 'plain' | 'services'>;

const [company, merchant, installation] = [1100, 1111, 5_300_001];

export interface BarePayment {
  txnId: number;
  reference: string;
  amountMinor: number;
  /** Of its customer: values that never change would meet the same page of each index, which is faster than any payment. */
  index: number;
}

/**
 * The database cost of a payment alone: the pipeline's two transactions, written by hand. Each is sent in one round
 * trip where the pipeline doesn't wait for a result.
 */
export async function barePayment({ plain, services }: BareEnv, payment: BarePayment): Promise<void> {
  await insertPayment(plain, services.keys, payment);
  await settlePayment(plain, payment);
}

async function insertPayment(
  sql: Database,
  keys: BareEnv['services']['keys'],
  { txnId, reference, amountMinor, index }: BarePayment,
): Promise<void> {
  const now = new Date();
  const token = `MT_${randomBytes(16).toString('base64url')}`;
  // Other customers than those of the pipeline, so that neither finds the other's pages in memory.
  const { name, email, ip, card } = demoCustomer(installation, 1_000_000 + index);
  const fingerprint = hashCard(card.pan, { companyId: company, keys }).links[0] ?? '';
  const lastFour = card.pan.slice(-4);
  await sql.begin((tx) => [
    tx`select set_config('app.companies', ${String(company)}, true)`,
    tx`
      insert into duplicate_guard as g (company_id, signature, txn_id, at)
      values (${company}, ${randomBytes(32)}, ${txnId}, ${now})
      on conflict (company_id, signature) do update set txn_id = excluded.txn_id, at = excluded.at
        where g.at <= ${now} returning 1`,
    tx`
      insert into customer as c (company_id, merchant_id, merchant_ref, display_name, email, telephone,
                                 date_of_birth, registered, created_at)
      values (${company}, ${merchant}, ${`C-${reference}`}, ${name}, ${email}, '+44 20 7946 0123',
              null, false, ${now})
      on conflict (company_id, merchant_id, merchant_ref) do update
        set display_name = coalesce(excluded.display_name, c.display_name),
            email = coalesce(excluded.email, c.email), telephone = coalesce(excluded.telephone, c.telephone)
      returning customer_id as id`,
    // Each payment is by a new customer, who has no card yet.
    tx`
      update card_token set registered = registered or false
      where company_id = ${company} and fingerprint = ${fingerprint} and expiry_date = '1230' and customer_id = 0
      returning token`,
    tx`
      insert into card_token (company_id, token, customer_id, registered, fingerprint, masked_pan, bin, last_four,
        expiry_date, holder_name, card_type, card_scheme, card_usage, card_category, issuer, issuer_country,
        credential, created_at)
      values (${company}, ${token}, 1, false, ${fingerprint}, ${`990200******${lastFour}`}, '99020000', ${lastFour}, '1230',
        ${name}, 'VISA_DEBIT', 'VISA', 'DEBIT', 'DEBIT', 'EXAMPLE TEST BANK', 'GBR', null, ${now})`,
    tx`insert into txn ${tx({
      txnId,
      companyId: company,
      rootId: txnId,
      merchantId: merchant,
      installationId: installation,
      requestedMinor: amountMinor,
      amountMinor: 0,
      ccyCode: 'GBP',
      ccyDigits: 2,
      direction: 1,
      txnType: 'PAYMENT',
      txnStatus: 'SUSPENDED',
      txnStage: 'AUTHORISATION',
      reasonCode: 'U200',
      reasonMessage: 'The answer is still to come',
      merchRef: reference,
      description: 'Flat white and toast',
      merchantName: 'Harbour Coffee',
      salesChannel: 'WEB',
      commerceType: 'ECOM',
      acquirer: 'Example Acquirer',
      route: 'GATEWAY',
      cardToken: token,
      cardCorrelationId: fingerprint,
      maskedPan: `990200******${lastFour}`,
      lastFour,
      cardExpiry: '1230',
      cardScheme: 'VISA',
      cardUsage: 'DEBIT',
      cardIssuer: 'EXAMPLE TEST BANK',
      cardHolderName: name,
      issuerCountry: 'GBR',
      customerId: 1,
      customerRef: `C-${reference}`,
      customerName: name,
      customerEmail: email,
      customerPhone: '+44 20 7946 0123',
      customerCountry: 'GBR',
      ipAddress: ip,
      trace: `T${randomBytes(16).toString('base64url')}`,
      detail: tx.json({ billingAddress: { line1: 'matched', postcode: 'AVS111', countryCode: 'GBR' } }),
      txnDatetime: now,
      updatedAt: now,
    })}`,
    tx`
      insert into txn_total_change values
        (${company}, ${merchant}, ${now}, 'PAYMENT', 'SUSPENDED', 'U200', 'GBP', ${amountMinor}, 1)`,
    tx`
      insert into payment (root_id, company_id, merchant_id, installation_id, ccy_code)
      values (${txnId}, ${company}, ${merchant}, ${installation}, 'GBP')`,
    tx`
      insert into processor_intent (txn_id, company_id, root_id, operation, created_at, next_check_at)
      values (${txnId}, ${company}, ${txnId}, 'PAYMENT', ${now}, ${now})`,
    tx`
      insert into audit_event (at, company_id, actor_kind, actor, ip, act, object_kind, object_id,
                               outcome, detail, request_id)
      values (${now}, ${company}, 'api', 'harbour-api', '127.0.0.1', 'payment', 'transaction',
              ${String(txnId)}, 'SUBMITTED', ${tx.json({ type: 'PAYMENT', amountMinor })}, ${randomUUID()})`,
  ]);
}

async function settlePayment(sql: Database, { txnId, amountMinor }: BarePayment): Promise<void> {
  const now = new Date();
  await sql.begin((tx) => [
    tx`select set_config('app.companies', ${String(company)}, true)`,
    tx`
      with intent as (
        update processor_intent set state = 'DONE', response = ${tx.json({ result: 'APPROVED', statusCode: '00' })}
        where txn_id = ${txnId} and company_id = ${company} and state <> 'DONE'
        returning txn_id, company_id, root_id
      ), changed as (
      update txn t set txn_status = 'SUCCESS', txn_stage = 'COMPLETE', reason_code = 'S100',
        reason_message = 'Authorised', amount_minor = requested_minor, acquirer = 'Example Acquirer',
        route = 'MCPE', auth_code = '123456', authoriser_status = 'AUTHORISED', authoriser_code = '00',
        authoriser_message = 'AUTH CODE:123456', gateway_reference = ${String(txnId)},
        cv2_check = 'MATCHED', avs_address_check = 'FULL_MATCH', avs_postcode_check = 'FULL_MATCH',
        updated_at = ${now}, version = version + 1, changed_in = pg_current_xact_id()::text::bigint
      from intent where t.txn_id = intent.txn_id and t.company_id = intent.company_id
      returning t.*
      ), counted as (
        insert into txn_total_change
        select company_id, merchant_id, txn_datetime, txn_type, status, reason, ccy_code, requested_minor, change
        from changed
        cross join (values ('SUSPENDED', 'U200', -1), ('SUCCESS', 'S100', 1)) as moved (status, reason, change)
      )
      select txn_type from changed`,
    tx`
      insert into txn_history (company_id, txn_id, sequence, at, status, stage, reason_code, reason_message)
      select ${company}, ${txnId}, coalesce(max(sequence), 0) + 1, ${now}::timestamptz, 'SUCCESS', 'COMPLETE',
             'S100', 'Authorised'
      from txn_history where txn_id = ${txnId} and company_id = ${company}`,
    tx`
      update payment set authorised_minor = authorised_minor + ${amountMinor},
        captured_minor = captured_minor + ${amountMinor}, captured_by = ${txnId}, version = version + 1
      where root_id = ${txnId} and company_id = ${company}`,
    tx`
      insert into ledger_entry (txn_id, company_id, root_id, merchant_id, at, kind, ccy_code, amount_minor)
      values (${txnId}, ${company}, ${txnId}, ${merchant}, ${now}, 'CAPTURE', 'GBP', ${amountMinor})`,
    tx`
      select t.*, p.captured_minor, c.credential from txn t
      left join payment p on p.root_id = t.txn_id and p.company_id = t.company_id
      left join card_token c on c.company_id = t.company_id and c.token = t.card_token
      where t.txn_id = ${txnId} and t.company_id = ${company}`,
  ]);
}
