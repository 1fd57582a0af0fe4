import { egressRefusal } from '@parley/providers/egress/egress-refusal';
import type { BotsService } from '../service.ts';

/** Why the egress rules forbid an address that a tenant gave; null: they allow it. */
export const refuseUrl = ({ egress }: BotsService, url: string, tenantId: number): Promise<string | null> =>
  egressRefusal(() => egress.checkUrl(url, `tenant ${tenantId}`));
