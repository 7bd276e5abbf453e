import type {
  DisputeCalls,
  DisputeReport,
  DisputeRequest,
  Evidence,
  EvidenceForm,
  EvidenceItem,
  NamedDispute,
} from '../adapter.ts';
import type { KitCheck } from './check-operations.ts';
import { type Driver, NotTestable, describe, require } from './driver.ts';
import type { DisputeMessage, DisputeSource } from './subject.ts';

function sourceOf({ connection, subject }: Driver): { source: DisputeSource; calls: DisputeCalls } {
  const calls = connection.disputes;
  if (!calls) throw new NotTestable('the connection takes no responses to disputes');
  if (!subject.disputes) throw new NotTestable('only a simulator can dispute a payment');
  return { source: subject.disputes, calls };
}

interface Disputed {
  named: NamedDispute;
  report: DisputeReport;
  message: DisputeMessage;
  reference: string;
  handle: string | undefined;
  amountMinor: number;
  source: DisputeSource;
  calls: DisputeCalls;
}

/** Pays, has the payment disputed and waits for its report. */
async function dispute(driver: Driver): Promise<Disputed> {
  const { source, calls } = sourceOf(driver);
  const { amountMinor = driver.subject.triggers.amountMinor } = source;
  const { sent, operation } = await driver.send(driver.operation('SALE', { amountMinor }));
  require(sent.kind === 'response' && sent.response.result === 'APPROVED', `the sale is ${describe(sent)}`);
  const { reference, handle } = operation;
  await source.open?.({ reference, handle });
  const found = (await source.reports()).flatMap((message) =>
    message.events.flatMap((event) =>
      event.kind === 'dispute' && isAbout(event.report, operation) ? [{ message, report: event.report }] : [],
    ),
  );
  const first = found[0];
  require(first !== undefined, 'no report names the payment');
  const named = { dispute: first.report.dispute, account: driver.subject.account };
  return { ...first, named, reference, handle, amountMinor, source, calls };
}

const isAbout = (
  report: DisputeReport,
  { reference, handle }: { reference: string; handle?: string | undefined },
): boolean => report.reference === reference || (handle !== undefined && report.handle === handle);

/** The dispute as the processor has it now, where events come in no order; else as reported. */
async function currentReport(driver: Driver, { named, report }: Disputed): Promise<DisputeReport> {
  const { lookupDispute } = driver.connection;
  if (!lookupDispute) return report;
  const found = await driver.run('lookup of a dispute', () => lookupDispute(named));
  require(found.kind === 'report', `the look-up is ${found.kind}`);
  return found.report;
}

let keys = 0;
/** A response of its own. */
function newRequest({ subject }: Driver): DisputeRequest {
  keys += 1;
  return {
    key: `kit-dispute-${Date.now()}-${keys}`,
    sentAt: subject.now?.() ?? new Date(),
    isRepeated: false,
  };
}

async function formOf(driver: Driver, { calls, named }: Disputed): Promise<EvidenceForm> {
  const read = await driver.run('evidence', () => calls.evidence(named));
  require(read.kind === 'form', `the evidence is ${describe(read)}`);
  return read.form;
}

/** What the first reason needs, and one text where nothing is needed. */
function fillIn({ reasons, fileTypes }: EvidenceForm): Evidence {
  const [reason] = reasons;
  require(reason !== undefined, 'no reason can be given');
  const needed = reason.items.filter(({ level }) => level !== 'OPTIONAL');
  const items = needed.length > 0 ? needed : reason.items.slice(0, 1);
  const ofKind = (kind: EvidenceItem['kind']) => items.filter((item) => item.kind === kind);
  const [contentType = ''] = fileTypes;
  return {
    reason: reason.code,
    texts: Object.fromEntries(ofKind('text').map(({ name }) => [name, 'Evidence of the kit'])),
    files: ofKind('file').map(({ name }) => ({
      item: name,
      name: `${name}.pdf`,
      contentType,
      body: Buffer.from('%PDF-1.4 kit'),
    })),
  };
}

/** The status in the last report that has one. */
async function statusOf(driver: Driver, disputed: Disputed): Promise<string | undefined> {
  const reports = (await disputed.source.reports()).flatMap(({ events }) =>
    events.flatMap((event) =>
      event.kind === 'dispute' && event.report.dispute === disputed.named.dispute ? [event.report] : [],
    ),
  );
  const last = reports.findLast(({ status }) => status !== undefined)?.status;
  return driver.connection.lookupDispute ? (await currentReport(driver, disputed)).status : last;
}

/** Disputes: reports, evidence, acceptance (docs/processors.md#disputes). */
export const disputeChecks: readonly KitCheck[] = [
  {
    name: 'a dispute is reported with its payment, amount, stage and deadline',
    async run(driver) {
      const disputed = await dispute(driver);
      const { stage, status, amountMinor, currency, deadline } = await currentReport(driver, disputed);
      require(stage === 'CHARGEBACK' && status === 'NEEDS_RESPONSE', `it is ${stage} ${status}`);
      const { currency: paid } = driver.subject.triggers;
      require(amountMinor === disputed.amountMinor &&
        currency === paid, `it is of ${amountMinor} ${currency}`);
      const now = driver.subject.now?.() ?? new Date();
      require(Date.parse(deadline ?? '') > now.getTime(), 'its deadline is missing or over');
    },
  },
  {
    name: 'the money that a dispute takes is reported',
    async run(driver) {
      const disputed = await dispute(driver);
      const { chargedBackMinor } = await currentReport(driver, disputed);
      require(chargedBackMinor ===
        disputed.amountMinor, `${chargedBackMinor} of ${disputed.amountMinor} is taken`);
    },
  },
  {
    name: 'a report of a dispute that comes twice has the same id',
    async run(driver) {
      const { message, source } = await dispute(driver);
      const { readEvents } = driver.connection;
      const idsOf = (events: DisputeMessage['events']) => events.map(({ eventId }) => eventId).join();
      if (message.raw && readEvents) {
        const again = readEvents(message.raw);
        require(again !== 'rejected' && idsOf(again) === idsOf(message.events), 'it has two ids');
        return;
      }
      const ids = async () => (await source.reports()).map(({ events }) => idsOf(events)).join();
      require((await ids()) === (await ids()), 'it has two ids');
    },
  },
  {
    name: 'a forged, changed or unsigned report of a dispute is rejected',
    async run(driver) {
      const { message, named } = await dispute(driver);
      const { readEvents } = driver.connection;
      const { raw } = message;
      if (!raw || !readEvents) throw new NotTestable('the processor posts no events');
      const { headers, body } = raw;
      const text = body.toString('utf8');
      require(text.includes(named.dispute), 'the report does not name its dispute');
      const other = named.dispute.split('').toReversed().join('');
      const changed = Buffer.from(text.replaceAll(named.dispute, other));
      require(readEvents({ headers, body: changed }) === 'rejected', 'a report of another dispute is read');
      require(readEvents({ headers: {}, body }) === 'rejected', 'an unsigned report is read');
    },
  },
  {
    name: 'reading the evidence that a dispute takes changes nothing',
    async run(driver) {
      const disputed = await dispute(driver);
      const form = await formOf(driver, disputed);
      require(form.reasons.some(({ items }) => items.length > 0), 'it takes no evidence');
      require(form.fileTypes.length > 0, 'it names no type of file');
      require(JSON.stringify(await formOf(driver, disputed)) ===
        JSON.stringify(form), 'it differs when read again');
      require((await statusOf(driver, disputed)) === 'NEEDS_RESPONSE', 'reading has changed the dispute');
    },
  },
  {
    name: 'evidence of a dispute is sent once, also when it is repeated',
    async run(driver) {
      const disputed = await dispute(driver);
      const { calls, named } = disputed;
      const evidence = fillIn(await formOf(driver, disputed));
      const request = newRequest(driver);
      const submit = (one: DisputeRequest) => driver.run('submit', () => calls.submit(named, one, evidence));
      const first = await submit(request);
      require(first.kind === 'done', `it is ${describe(first)}`);
      const again = await submit({ ...request, isRepeated: true });
      require(again.kind === 'done', `its repetition is ${describe(again)}`);
      const second = await submit(newRequest(driver));
      require(second.kind === 'refused', `another response is ${describe(second)}`);
      const status = await statusOf(driver, disputed);
      require(status !== 'NEEDS_RESPONSE', `the dispute is still ${status}`);
    },
  },
  {
    name: 'a dispute is accepted once, and takes no evidence afterwards',
    async run(driver) {
      const disputed = await dispute(driver);
      const { calls, named } = disputed;
      const evidence = fillIn(await formOf(driver, disputed));
      const request = newRequest(driver);
      const accept = (one: DisputeRequest) => driver.run('accept', () => calls.accept(named, one));
      const first = await accept(request);
      require(first.kind === 'done', `it is ${describe(first)}`);
      const again = await accept({ ...request, isRepeated: true });
      require(again.kind === 'done', `its repetition is ${describe(again)}`);
      const late = await driver.run('submit', () => calls.submit(named, newRequest(driver), evidence));
      require(late.kind === 'refused', `evidence after it is ${describe(late)}`);
    },
  },
  {
    name: 'a response to a dispute whose answer is lost is certain when it is repeated',
    async run(driver) {
      const { calls, named } = await dispute(driver);
      const { faults } = driver.subject;
      if (!faults.supported.includes('cut-json')) throw new NotTestable(faults.why);
      const request = newRequest(driver);
      faults.next('lost-answer');
      const lost = await driver.run('accept', () => calls.accept(named, request));
      require(lost.kind === 'no-response', `without an answer it is ${describe(lost)}`);
      const again = await driver.run('accept', () => calls.accept(named, { ...request, isRepeated: true }));
      require(again.kind === 'done', `its repetition is ${describe(again)}`);
    },
  },
  {
    name: 'a response to a dispute after the deadline is refused',
    async run(driver) {
      const disputed = await dispute(driver);
      const evidence = fillIn(await formOf(driver, disputed));
      await disputed.source.passDeadline();
      const { calls, named } = disputed;
      const late = await driver.run('submit', () => calls.submit(named, newRequest(driver), evidence));
      require(late.kind === 'refused', `it is ${describe(late)}`);
    },
  },
];
