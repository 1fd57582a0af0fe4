import { randomInt } from 'node:crypto';

/** The channels of a workspace of the demo: those that need no phone and no other person's decision. */
export const DEMO_CHANNELS = ['wa', 'tg', 'fb', 'ig'] as const;
export type DemoChannel = (typeof DEMO_CHANNELS)[number];

/** The sandbox's accounts of one workspace. */
export type DemoAccounts = Readonly<Record<DemoChannel | 'waba' | 'waNumber', string>>;

const WABA = 102_300_000_000_000;
const PHONE_NUMBER = 106_600_000_000_000;
const BOT = 7_300_000_000;
const PAGE = 1_908_500_000_000;
const INSTAGRAM = 17_841_450_000_000_000n;

/**
 * The accounts of a workspace follow from its number, so that a restart and the test phone know whose they are without
 * a list. Their tokens are random.
 */
export const accountsOf = (tenantId: number): DemoAccounts => ({
  waba: String(WABA + tenantId),
  wa: String(PHONE_NUMBER + tenantId),
  waNumber: `1555${String(tenantId).padStart(9, '0')}`,
  tg: String(BOT + tenantId),
  fb: String(PAGE + tenantId),
  ig: String(INSTAGRAM + BigInt(tenantId)),
});

/** Everything that the sandbox has of a workspace, besides its receivers and files. */
export const idsOf = (tenantId: number): string[] => {
  const { waba, wa, tg, fb, ig } = accountsOf(tenantId);
  return [waba, wa, tg, fb, ig];
};

/** The workspace of a page; null for one that is none of the demo's. */
export function tenantOfPage(page: string): number | null {
  const tenantId = Number(page) - PAGE;
  return tenantId > 0 && tenantId < BOT ? tenantId : null;
}

const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';

/** A random text of letters and digits that are read easily. */
export const randomText = (length: number): string =>
  Array.from({ length }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');
