import type { Carrier } from '@parley/bus/carriers/carrier';
import type { CallContext } from '@parley/common/call-context';
import { recordAudit, recordRead, settleAudit } from '@parley/common/contracts/internal/console-session';
import type { InputOf } from '@parley/common/define-contract';
import { answerContract } from './open-gateway.ts';

export interface HeardEntry extends InputOf<typeof recordAudit> {
  changes: InputOf<typeof settleAudit>['changes'];
  outcome: string | null;
  context: CallContext;
}

/** A fake audit log; it collects its entries in the list. */
export function answerAudit(carrier: Carrier, heard: HeardEntry[] = []): HeardEntry[] {
  answerContract(carrier, recordAudit, async (entry, context) => {
    heard.push({ ...entry, changes: [], outcome: null, context });
    return { id: String(heard.length - 1) };
  });
  answerContract(carrier, settleAudit, async ({ id, ...end }) => {
    Object.assign(heard[Number(id)] ?? {}, end);
    return {};
  });
  answerContract(carrier, recordRead, async () => ({}));
  return heard;
}
