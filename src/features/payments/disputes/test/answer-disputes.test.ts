import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runApprovals } from '#features/access/approvals/server/run-approvals.ts';
import { decide, letApprove, setPolicy } from '#features/access/approvals/test/approval-fixtures.ts';
import { png } from '#features/review/cases/test/case-fixtures.ts';
import { minuteMs } from '#server/clock.ts';
import { maxFileBytes } from '#shared/attached-file.ts';
import { signedIn } from '#testing/act-as.ts';
import { postFile } from '#testing/post-file.ts';
import {
  acceptDispute,
  attachDisputeFile,
  downloadDisputeFile,
  getDispute,
  getEvidenceForm,
  removeDisputeFile,
  submitEvidence,
} from '../endpoints.ts';
import { sendDisputeAnswers } from '../server/send-answer.ts';
import {
  type AdyenWorld,
  type StripeWorld,
  disputesOf,
  pay,
  receive,
  startWithAdyen,
  startWithStripe,
} from './dispute-fixtures.ts';

const pdf = Uint8Array.from(Buffer.from('%PDF-1.4 invoice'));

type World = AdyenWorld | StripeWorld;
type Person = Awaited<ReturnType<typeof signedIn>>;

const urlOf = ({ url }: { url: string }, disputeId: string, fileId = ''): string =>
  url.replace('{disputeId}', disputeId).replace('{fileId}', fileId);

/** What a user does with one dispute. */
function actOn(world: World, person: Person, disputeId: string) {
  const { send } = person;
  const read = async () => (await send('GET', urlOf(getDispute, disputeId))).body;
  return {
    read,
    form: () => send('GET', urlOf(getEvidenceForm, disputeId)),
    accept: async () => send('POST', urlOf(acceptDispute, disputeId), { version: (await read()).version }),
    submit: async (evidence: object) =>
      send('POST', urlOf(submitEvidence, disputeId), { version: (await read()).version, ...evidence }),
    attach: (item: string, file = pdf, name = 'invoice.pdf') =>
      postFile(world.app, person, urlOf(attachDisputeFile, disputeId), file, { name, fields: { item } }),
    download: (fileId: string) => send('GET', urlOf(downloadDisputeFile, disputeId, fileId)),
    remove: (fileId: string) => send('DELETE', urlOf(removeDisputeFile, disputeId, fileId)),
  };
}

const admin = (world: World) => signedIn(world.app, 'admin@harbour.example');

test('an upload may be as large as a file', () => {
  expect(attachDisputeFile.uploadBytes).toBe(maxFileBytes);
});

describe('at Adyen', () => {
  let world: AdyenWorld;
  beforeAll(async () => {
    world = await startWithAdyen();
  });
  beforeEach(() => world.simulator.setFault(null));
  afterAll(async () => {
    expect(world.simulator.violations()).toEqual([]);
    expect(world.simulator.reusedKeys()).toEqual([]);
    await world.stop();
  });

  async function open() {
    const txnId = await pay(world);
    world.simulator.openDispute({ reference: txnId, eventCode: 'CHARGEBACK' });
    await receive(world);
    const [stored] = await disputesOf(world, txnId);
    const disputeId = String(stored?.disputeId);
    return { txnId, disputeId, ...actOn(world, await admin(world), disputeId) };
  }
  const callsOf = (operation: string) =>
    world.simulator.requests().filter(({ path }) => path.endsWith(`/${operation}`)).length;
  const supplied = { reason: 'SupplyDefenseMaterial', texts: {} };

  test('the form has the reasons with their documents', async () => {
    const { form } = await open();
    const { status, body } = await form();
    expect(status).toBe(200);
    expect(body.reasons).toContainEqual({
      code: 'SupplyDefenseMaterial',
      items: [
        { name: 'TIDorInvoice', kind: 'file', level: 'OPTIONAL' },
        { name: 'DefenseMaterial', kind: 'file', level: 'REQUIRED' },
      ],
    });
    expect(body.known).toMatchObject({ amount: '25.00', cv2Check: 'MATCHED', earlier: [] });
  });

  test('an accepted dispute stays accepted', async () => {
    const { accept, txnId, read } = await open();
    const { status, body } = await accept();
    expect([status, body.status, body.answer]).toEqual([
      200,
      'ACCEPTED',
      expect.objectContaining({ kind: 'ACCEPT', state: 'DONE', refusal: null }),
    ]);
    await receive(world, { twice: true });
    expect(await disputesOf(world, txnId)).toMatchObject([{ status: 'ACCEPTED', chargedBackMinor: 2500 }]);
    expect((await accept()).body.code).toBe('DISPUTE_ANSWERED');
    expect((await read()).events[0]).toMatchObject({ name: 'ACCEPT_DONE' });
    const audited = await world.app
      .owner`select outcome from audit_event where act = 'acceptDispute' and outcome = 'allowed'`;
    expect(audited.length).toBe(1);
  });

  test('a response needs the required document', async () => {
    const { submit, attach } = await open();
    expect((await submit(supplied)).body.code).toBe('EVIDENCE_MISSING');
    await attach('TIDorInvoice');
    expect((await submit(supplied)).body.code).toBe('EVIDENCE_MISSING');
    await attach('DefenseMaterial');
    const { status, body } = await submit(supplied);
    expect([status, body.status]).toEqual([200, 'UNDER_REVIEW']);
  });

  test('a response with a file of a type that Adyen does not take is refused', async () => {
    const { attach, remove, submit } = await open();
    await attach('DefenseMaterial');
    const { body } = await attach('TIDorInvoice', png, 'invoice.png');
    expect((await submit(supplied)).body.code).toBe('EVIDENCE_TYPE');
    await remove(body.id);
    expect((await submit(supplied)).body.status).toBe('UNDER_REVIEW');
  });

  test('a second file of a kind is refused until the first is removed', async () => {
    const { attach, remove, read } = await open();
    const { body } = await attach('DefenseMaterial');
    expect((await attach('DefenseMaterial')).body.code).toBe('EVIDENCE_TAKEN');
    await remove(body.id);
    await attach('DefenseMaterial', pdf, 'newer.pdf');
    expect((await read()).files).toMatchObject([{ item: 'DefenseMaterial', name: 'newer.pdf' }]);
  });

  test('files are checked, downloaded and removed', async () => {
    const { attach, download, remove, read } = await open();
    expect((await attach('DefenseMaterial', Uint8Array.from(Buffer.from('text')), 'a.pdf')).body.code).toBe(
      'EVIDENCE_TYPE',
    );
    expect((await attach('DefenseMaterial', pdf, 'a.exe')).body.code).toBe('CASE_FILE_NAME');
    const { body } = await attach('DefenseMaterial');
    expect((await download(body.id)).status).toBe(200);
    expect((await remove(body.id)).status).toBe(204);
    expect((await download(body.id)).status).toBe(404);
    expect((await read()).files).toEqual([]);
  });

  test('a lost request is sent again by the worker', async () => {
    const { accept, read, txnId } = await open();
    world.simulator.setFault(() => ({ kind: 'lost-request' }));
    expect((await accept()).body).toMatchObject({ status: 'NEEDS_RESPONSE', answer: { state: 'PENDING' } });
    world.simulator.setFault(null);
    await sendDisputeAnswers.run(world.app.services);
    expect((await read()).answer.state).toBe('PENDING');
    world.app.clock.advance(5 * minuteMs);
    await sendDisputeAnswers.run(world.app.services);
    expect(await disputesOf(world, txnId)).toMatchObject([{ status: 'ACCEPTED' }]);
  });

  test('a lost answer is repeated under the same key, and done once', async () => {
    const { submit, attach, read } = await open();
    await attach('DefenseMaterial');
    const before = world.simulator.events().length;
    world.simulator.setFault(({ path }) =>
      path.endsWith('/defendDispute') ? { kind: 'lost-answer' } : undefined,
    );
    expect((await submit(supplied)).body.answer.state).toBe('PENDING');
    expect((await attach('DefenseMaterial')).body.code).toBe('DISPUTE_ANSWERING');
    expect((await submit(supplied)).body.code).toBe('DISPUTE_ANSWERING');
    world.simulator.setFault(null);
    world.app.clock.advance(10 * minuteMs);
    await sendDisputeAnswers.run(world.app.services);
    expect(await read()).toMatchObject({ status: 'UNDER_REVIEW', answer: { state: 'DONE' } });
    expect(
      world.simulator
        .events()
        .slice(before)
        .filter(({ item }) => item.eventCode === 'INFORMATION_SUPPLIED'),
    ).toHaveLength(1);
  });

  test('the worker sends a response that a stopped process has stored', async () => {
    const { disputeId, read } = await open();
    // Stored by a process that stops before it sends.
    await world.app.owner`
      insert into dispute_answer (company_id, dispute_id, answer_id, kind, content, requested_by, requested_by_name, created_at, next_attempt_at)
      values (1100, ${disputeId}, gen_random_uuid(), 'ACCEPT', '{"reason":"","texts":{},"items":[]}', 'u', 'Ada', ${world.app.clock.now()},
              ${new Date(world.app.clock.now().getTime() + minuteMs)})`;
    const calls = callsOf('acceptDispute');
    await sendDisputeAnswers.run(world.app.services);
    expect(callsOf('acceptDispute')).toBe(calls);
    world.app.clock.advance(2 * minuteMs);
    await Promise.all([
      sendDisputeAnswers.run(world.app.services),
      sendDisputeAnswers.run(world.app.services),
    ]);
    expect(callsOf('acceptDispute')).toBe(calls + 1);
    expect(await read()).toMatchObject({
      status: 'ACCEPTED',
      events: [{ name: 'ACCEPT_DONE', actor: 'Ada' }, {}],
    });
  });

  test('a refused response leaves the dispute unchanged', async () => {
    const { attach, disputeId, txnId } = await open();
    await attach('DefenseMaterial');
    world.app.clock.advance(30 * 24 * 60 * minuteMs);
    const late = actOn(world, await admin(world), disputeId);
    const { status, body } = await late.submit(supplied);
    expect([status, body.code]).toEqual([409, 'DISPUTE_REFUSED']);
    expect(await late.read()).toMatchObject({
      status: 'NEEDS_RESPONSE',
      answer: { state: 'REFUSED', refusal: 'The defense period has ended' },
    });
    expect(await disputesOf(world, txnId)).toMatchObject([{ status: 'NEEDS_RESPONSE' }]);
  });

  test('another version is refused', async () => {
    const { disputeId } = await open();
    const { send } = await admin(world);
    const { status, body } = await send('POST', urlOf(acceptDispute, disputeId), { version: 99 });
    expect([status, body.code]).toEqual([409, 'DISPUTE_CHANGED']);
  });

  test('a response from the amount of the policy is sent by its approval', async () => {
    const rule = { action: 'answerDispute', hours: 24 };
    await setPolicy(world.app, [{ ...rule, from: { amount: '25.01', currency: 'GBP' } }]);
    await letApprove(world.app, 'analyst@harbour.example');
    expect((await (await open()).accept()).body.status).toBe('ACCEPTED');
    const { accept, read } = await open();
    await setPolicy(world.app, [{ ...rule, from: { amount: '25.00', currency: 'GBP' } }]);
    const { status, body } = await accept();
    expect([status, body.status]).toEqual([202, 'PENDING_APPROVAL']);
    expect(await read()).toMatchObject({
      answer: null,
      waitingApprovals: [{ approvalId: body.approvalId, requestedBy: 'Amelia Hart' }],
    });
    const analyst = await signedIn(world.app, 'analyst@harbour.example');
    expect((await decide(analyst.send, body.approvalId, 'approve')).status).toBe(200);
    await runApprovals.run(world.app.services);
    expect(await read()).toMatchObject({
      status: 'ACCEPTED',
      answer: { state: 'DONE' },
      waitingApprovals: [],
    });
    await setPolicy(world.app, []);
  });
});

describe('at Stripe', () => {
  let world: StripeWorld;
  beforeAll(async () => {
    world = await startWithStripe();
  });
  beforeEach(() => world.simulator.setFault(null));
  afterAll(async () => {
    expect(world.simulator.violations()).toEqual([]);
    expect(world.simulator.reusedKeys()).toEqual([]);
    await world.stop();
  });

  async function open() {
    const txnId = await pay(world);
    const [row] = await world.app.owner<{ handle: string }[]>`
      select handle from processor_intent where txn_id = ${txnId}`;
    world.simulator.openDispute({ intent: row?.handle ?? '' });
    await receive(world);
    const [stored] = await disputesOf(world, txnId);
    const disputeId = String(stored?.disputeId);
    return { txnId, ...actOn(world, await admin(world), disputeId) };
  }

  test('the form is filled in with what is stored', async () => {
    const { form } = await open();
    const { texts } = (await form()).body;
    expect(texts.customer_name).toBe('A Buyer');
    expect(texts.uncategorized_text).toContain('Security code matched.');
  });

  test('texts and files are sent once, and the processor’s verdict closes the dispute', async () => {
    const { submit, attach, txnId } = await open();
    expect((await attach('receipt')).status).toBe(200);
    const texts = { uncategorized_text: 'winning_evidence' };
    expect((await submit({ reason: '', texts })).body.status).toBe('UNDER_REVIEW');
    await receive(world);
    expect(await disputesOf(world, txnId)).toMatchObject([{ status: 'WON', chargedBackMinor: 0 }]);
  });

  test('an unknown field is refused', async () => {
    const { submit } = await open();
    expect((await submit({ reason: '', texts: { other: 'x' } })).status).toBe(400);
    expect((await submit({ reason: '', texts: {} })).body.code).toBe('EVIDENCE_MISSING');
  });

  test('a card number in a text is masked', async () => {
    const { submit } = await open();
    await submit({ reason: '', texts: { product_description: 'paid with 4111111111111111' } });
    const sent = world.simulator.requests().filter(({ path }) => path.includes('/disputes/dp_'));
    expect(sent.map(({ body }) => body).join()).not.toContain('4111111111111111');
    const [row] = await world.app.owner<{ content: { texts: Record<string, string> } }[]>`
      select content from dispute_answer order by created_at desc limit 1`;
    expect(row?.content.texts.product_description).not.toContain('4111111111111111');
  });

  test('a lost answer is found at the object', async () => {
    const { accept, read } = await open();
    world.simulator.setFault(({ path }) => (path.endsWith('/close') ? { kind: 'lost-answer' } : undefined));
    expect((await accept()).body.answer.state).toBe('PENDING');
    world.simulator.setFault(null);
    const closes = () => world.simulator.requests().filter(({ path }) => path.endsWith('/close')).length;
    const before = closes();
    world.app.clock.advance(5 * minuteMs);
    await sendDisputeAnswers.run(world.app.services);
    expect(await read()).toMatchObject({ answer: { state: 'DONE' }, status: 'ACCEPTED' });
    expect(closes()).toBe(before);
  });
});
