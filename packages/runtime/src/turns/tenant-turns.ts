import { makeWake, type Wake } from './make-wake.ts';

/** Work that belongs to a tenant. */
interface OfTenant {
  tenantId: number;
}

/** The next work to claim. */
export interface Wanted {
  /** The tenants after this one come first. */
  after: number;
  /** Tenants with all of their slots in use: nothing of theirs is claimed. */
  busy: readonly number[];
  /** The number of free slots. */
  limit: number;
}

export interface TenantTurnsOptions<Claim extends OfTenant> {
  /** Slots of this process. */
  total: number;
  /** Slots that one tenant may use. */
  perTenant: number;
  /** Claims due work: at most one item of each tenant that is not busy, in the order of the tenants. */
  claim(wanted: Wanted): Promise<Claim[]>;
  run(claim: Claim): Promise<void>;
  /** Receives the error of failed work: it delays no other work. */
  onFailure(error: unknown, claim: Claim): void;
}

/** Runs the work of tenants in the background; tenants take turns. */
export interface TenantTurns {
  /**
   * Starts due work in the free slots and resolves before it ends: with true when more may be due, false when nothing
   * is due or no slot is free. Rejects only with the errors of `claim`.
   */
  run(): Promise<boolean>;
  /** Called when a slot is free again. */
  freed: Wake;
  /** Resolves when nothing runs. */
  idle(): Promise<void>;
}

/**
 * Shares the slots of a process between tenants: each of them uses a bounded number, a slot is refilled as soon as its
 * work ends, and the claims rotate, so that slow work of one tenant delays no other tenant.
 */
export function makeTenantTurns<Claim extends OfTenant>(options: TenantTurnsOptions<Claim>): TenantTurns {
  const { total, perTenant } = options;
  const running = new Map<Promise<void>, number>();
  let after = 0;
  const freed = makeWake();

  const busy = (): number[] => {
    const counts = new Map<number, number>();
    for (const tenantId of running.values()) counts.set(tenantId, (counts.get(tenantId) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= perTenant).map(([tenantId]) => tenantId);
  };

  async function claim(): Promise<Claim[]> {
    const wanted = { busy: busy(), limit: total - running.size };
    const claimed = await options.claim({ after, ...wanted });
    return claimed.length > 0 || after === 0 ? claimed : options.claim({ after: 0, ...wanted });
  }

  function begin(claimed: Claim): void {
    const work = options
      .run(claimed)
      .catch((error: unknown) => options.onFailure(error, claimed))
      .finally(() => {
        running.delete(work);
        freed();
      });
    running.set(work, claimed.tenantId);
  }

  return {
    async run() {
      if (running.size >= total) return false;
      const claimed = await claim();
      for (const one of claimed) begin(one);
      after = claimed.at(-1)?.tenantId ?? 0;
      return claimed.length > 0 && running.size < total;
    },
    freed,
    async idle() {
      while (running.size > 0) await Promise.all(running.keys());
    },
  };
}
