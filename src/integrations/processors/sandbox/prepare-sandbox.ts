import type { Database, Sql } from '#database/connection.ts';

/**
 * Creates the sandbox processor's own schema where it is missing. It is not part of the migrations: a real processor
 * runs elsewhere. Several processes can call it at once.
 */
export async function prepareSandbox(sql: Database): Promise<void> {
  await sql.begin(async (tx) => {
    // "if not exists" alone fails when two processes create at the same time.
    await tx`select pg_advisory_xact_lock(hashtext('sandbox processor'))`;
    await tx`create schema if not exists sandbox`;
    await tx`
      create table if not exists sandbox.credential (
        credential text primary key,
        authorises boolean not null,
        enrolled text not null check (enrolled in ('Y', 'N', 'U')),
        expiry text not null
      )`;
    // The result of checking the CV2 of a tokenized card; the CV2 itself is not stored.
    await tx`alter table sandbox.credential add column if not exists cv2_check text`;
    await tx`
      alter table sandbox.credential add column if not exists has_method boolean not null default false,
        add column if not exists needs_challenge boolean not null default false,
        add column if not exists trigger text`;
    await tx`
      create table if not exists sandbox.operation (
        reference text primary key,
        kind text not null,
        amount_minor bigint not null,
        currency text not null,
        related text,
        state text not null check (state in ('DONE', 'FORBIDDEN')),
        response jsonb not null,
        received_at timestamptz not null,
        final_at timestamptz not null
      )`;
    // Until then a look-up gets no response; from then on a refund that was approved is reported as failed.
    await tx`
      alter table sandbox.operation add column if not exists silent_until timestamptz,
        add column if not exists fails_at timestamptz`;
    await tx`create index if not exists operation_fails on sandbox.operation (fails_at) where fails_at is not null`;
    // For settlement reports: the operations of a week, and what released one.
    await tx`create index if not exists operation_received on sandbox.operation (received_at, reference)`;
    await tx`create index if not exists operation_related on sandbox.operation (related) where related is not null`;
    // The sandbox behind the adapter protocol recognises another body of a reference by its digest.
    await tx`
      create table if not exists sandbox.reference (
        reference text primary key,
        digest text,
        amount_minor bigint not null,
        currency text not null
      )`;
    await tx`
      do $$ begin
        alter table sandbox.operation rename column answer to response;
      exception when undefined_column then null;
      end $$`;
    await createAuthentications(tx);
    await createDisputes(tx);
  });
}

async function createAuthentications(tx: Sql): Promise<void> {
  await tx`
      create table if not exists sandbox.challenge (
        challenge text primary key,
        reference text not null,
        version integer not null check (version in (1, 2)),
        last_four text not null,
        amount text not null,
        merchant_name text not null,
        notification_url text,
        tries integer not null default 0,
        outcome text check (outcome in ('Y', 'N'))
      )`;
  await tx`
      alter table sandbox.challenge add column if not exists merchant_origins text[] not null default '{}',
        add column if not exists is_silent boolean not null default false`;
  // Authentications that wait for a fingerprint; `request` is without the card.
  await tx`
      create table if not exists sandbox.fingerprint (
        state text primary key,
        reference text not null,
        server_transaction text not null,
        notification_url text,
        request jsonb not null,
        result jsonb
      )`;
}

async function createDisputes(tx: Sql): Promise<void> {
  await tx`
      create table if not exists sandbox.dispute (
        dispute text primary key,
        reference text not null,
        amount_minor bigint not null,
        currency text not null,
        reason_code text not null,
        reason text not null,
        is_inquiry boolean not null,
        opened_at timestamptz not null,
        ends_at timestamptz not null,
        status text not null,
        answer_key text,
        answered_at timestamptz,
        verdict text check (verdict in ('WON', 'LOST')),
        verdict_at timestamptz
      )`;
}

/** Deletes every operation, for demo data that is seeded again. */
export async function emptySandbox(sql: Sql): Promise<void> {
  await sql`
    truncate sandbox.credential, sandbox.operation, sandbox.challenge, sandbox.fingerprint, sandbox.reference, sandbox.dispute`;
}
