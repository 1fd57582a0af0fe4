import { at } from '@parley/common/at';
import { inOrder } from '../../../../state/receipt-order.ts';
import type { SandboxSettings } from '../../../../state/sandbox-state.ts';
import type { PhoneNumber } from '../../state/business-account.ts';
import { statusError } from '../graph-error.ts';

/** An accepted message with scheduled receipts. */
export interface ReceiptSubject {
  number: PhoneNumber;
  id: string;
  recipient: string;
  toUserId: boolean;
  callbackData: string | null;
  category: string;
  /** The code of the `failed` status that replaces every receipt; null if it is delivered. */
  failure: number | null;
  /** Reactions get only a `sent` status. */
  sentOnly: boolean;
}

/** Queues receipts and posts them in batches. */
export type ReceiptSchedule = ReturnType<typeof makeReceiptSchedule>;

type Step = 'failed' | 'sent' | 'delivered' | 'read';
type Queue = { dueMs: number; step: Step; subject: ReceiptSubject }[];
const MAX_PENDING = 200_000;
const MAX_BATCH = 50;

/** Makes the schedule; `post` sends the statuses of one number as one webhook. */
export function makeReceiptSchedule(deps: {
  settings: () => SandboxSettings;
  now: () => number;
  post: (number: PhoneNumber, statuses: Record<string, unknown>[]) => void;
}) {
  // One queue each for first, second and third receipts: while the delay is constant, each is ordered by time.
  const queues: Queue[] = [[], [], []];
  let timer: NodeJS.Timeout | null = null;
  const pending = () => queues.reduce((sum, queue) => sum + queue.length, 0);

  function tick() {
    timer = null;
    const nowMs = deps.now();
    const due: { step: Step; subject: ReceiptSubject }[] = [];
    for (const queue of queues) {
      let count = 0;
      while (count < queue.length && at(queue, count).dueMs <= nowMs) count++;
      due.push(...queue.splice(0, count));
    }
    postInBatches(due, nowMs, deps.post);
    arm();
  }

  function arm() {
    if (timer || pending() === 0) return;
    const delayMs = Math.max(1, Math.min(50, deps.settings().receiptDelayMs));
    timer = setTimeout(tick, delayMs);
    timer.unref();
  }

  return {
    add(subject: ReceiptSubject) {
      const settings = deps.settings();
      if (pending() >= MAX_PENDING) return;
      const atMs = deps.now();
      stepsOf(subject, settings).forEach((step, index) => {
        enqueue(at(queues, index), { dueMs: atMs + settings.receiptDelayMs * (index + 1), step, subject });
      });
      arm();
    },
    pending,
    /** Cancels all scheduled receipts. */
    clear() {
      if (timer) clearTimeout(timer);
      timer = null;
      for (const queue of queues) queue.length = 0;
    },
  };
}

/** A receipt that is due before an earlier one, because the delay was shortened, does not wait for it. */
function enqueue(queue: Queue, receipt: Queue[number]) {
  const last = queue.at(-1);
  queue.push(receipt);
  if (last && last.dueMs > receipt.dueMs) queue.sort((one, other) => one.dueMs - other.dueMs);
}

function stepsOf({ failure, sentOnly }: ReceiptSubject, { receipts, receiptOrder }: SandboxSettings): Step[] {
  if (failure !== null) return ['failed'];
  if (receipts === 'off') return [];
  if (receipts === 'sent' || sentOnly) return ['sent'];
  return inOrder(receipts === 'all' ? ['sent', 'delivered', 'read'] : ['sent', 'delivered'], receiptOrder);
}

function postInBatches(
  due: { step: Step; subject: ReceiptSubject }[],
  nowMs: number,
  post: (number: PhoneNumber, statuses: Record<string, unknown>[]) => void,
) {
  const byNumber = new Map<PhoneNumber, Record<string, unknown>[]>();
  for (const { step, subject } of due) {
    const statuses = byNumber.get(subject.number) ?? [];
    statuses.push(buildStatus(step, subject, nowMs));
    byNumber.set(subject.number, statuses);
  }
  for (const [number, statuses] of byNumber) {
    for (let i = 0; i < statuses.length; i += MAX_BATCH) post(number, statuses.slice(i, i + MAX_BATCH));
  }
}

/** One element of `statuses` in the platform's form. */
export function buildStatus(
  step: string,
  subject: Omit<ReceiptSubject, 'sentOnly'>,
  atMs: number,
): Record<string, unknown> {
  const { category } = subject;
  const pricing =
    category === 'service'
      ? { billable: false, pricing_model: 'PMP', type: 'free_customer_service', category }
      : { billable: true, pricing_model: 'PMP', type: 'regular', category };
  return {
    id: subject.id,
    status: step,
    timestamp: String(Math.floor(atMs / 1000)),
    ...(subject.toUserId ? { recipient_user_id: subject.recipient } : { recipient_id: subject.recipient }),
    ...(step === 'sent' || step === 'delivered' ? { pricing } : {}),
    ...(step === 'failed' ? { errors: [statusError(subject.failure ?? 131000)] } : {}),
    ...(subject.callbackData === null ? {} : { biz_opaque_callback_data: subject.callbackData }),
  };
}
