import type { BusinessNews, reportBusinessAccount } from '@parley/common/contracts/internal/channel-health';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { RemoveChannelDeps } from './remove-channel.ts';

interface BusinessNumber {
  id: number;
  tenantId: number;
  externalId: string;
  number: string | null;
}
type News<Kind extends BusinessNews['kind']> = Extract<BusinessNews, { kind: Kind }>;

export interface ReportBusinessDeps extends Pick<RemoveChannelDeps, 'disconnect' | 'now'> {
  /** The connected numbers of the account, of any tenant. */
  findNumbers(wabaId: string): Promise<BusinessNumber[]>;
  /** False where newer restrictions are known. */
  keepRestrictions(
    number: BusinessNumber,
    restrictions: News<'restricted'>['restrictions'],
    at: Date,
  ): Promise<boolean>;
  /** False where a newer rating is known. */
  keepQuality(number: BusinessNumber, quality: News<'rated'>, at: Date): Promise<boolean>;
}

/** Applies news about a WhatsApp Business Account to its numbers (docs/reference/wa.md#account-fields). */
export function makeReportBusinessAccount(deps: ReportBusinessDeps) {
  async function apply(number: BusinessNumber, news: BusinessNews, at: Date): Promise<boolean> {
    switch (news.kind) {
      case 'gone': {
        const { tenantId, externalId } = number;
        const gone = { tenantId, channel: 'wa' as const, externalId, reason: news.reason, now: deps.now() };
        return (await deps.disconnect({ ...gone, unless: { authorizedAfter: at } })) !== null;
      }
      case 'restricted':
        return deps.keepRestrictions(number, news.restrictions, at);
      case 'rated':
        return deps.keepQuality(number, news, at);
    }
  }

  return async ({
    wabaId,
    number: digits,
    observedAt,
    news,
  }: InputOf<typeof reportBusinessAccount>): Promise<OutputOf<typeof reportBusinessAccount>> => {
    const numbers = await deps.findNumbers(wabaId);
    const meant = numbers.filter(({ number }) => digits === null || number?.replace(/\D/g, '') === digits);
    let changed = 0;
    for (const number of meant) if (await apply(number, news, new Date(observedAt))) changed++;
    return { changed };
  };
}
