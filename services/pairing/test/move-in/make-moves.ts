import {
  addMoveInKeys,
  beginMoveIn,
  finishMoveIn,
  listMoveIns,
  releaseMoveIn,
  startMoveIn,
} from '@parley/common/contracts/operator/move-in';
import type { Contract, InputOf, OutputOf } from '@parley/common/define-contract';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { type BaileysStore, convertBaileys } from '../../src/move-in/convert-baileys.client.ts';
import { convertWhatsmeow } from '../../src/move-in/convert-whatsmeow.client.ts';
import type { MovedDevice } from '../../src/move-in/moved-device.rules.ts';
import type { OpenPairing } from '../open-pairing.ts';
import type { StockDevice } from './stock-device.ts';
import { whatsmeowOf } from './whatsmeow-of.ts';

const convert = {
  Baileys: convertBaileys,
  whatsmeow: (store: BaileysStore, now: Date) => convertWhatsmeow(whatsmeowOf(store), now),
};

/** The device as a store of this library has it. */
export async function readDevice(
  stock: StockDevice,
  library: keyof typeof convert = 'Baileys',
  now = new Date(),
): Promise<MovedDevice> {
  const converted = convert[library](await stock.readStore(), now);
  if (converted.kind === 'refused') throw new Error(converted.reason);
  return converted.device;
}

/** The calls of a move over the bus. */
export function makeMoves(open: OpenPairing) {
  const call = <C extends Contract>(contract: C, input: InputOf<C>): Promise<OutputOf<C>> =>
    open.bus.call(contract, input, { requestId: 'req_test', deadlineAt: Date.now() + 30_000 });

  const begin = (tenant: TestTenant, { jid }: Pick<MovedDevice, 'jid'>) =>
    call(beginMoveIn, {
      slug: tenant.slug,
      instanceId: tenant.caller.instanceId,
      source: 'baileys',
      device: jid,
      label: 'Moved shop',
    });

  /** Copies a device as the command line does; returns its id. */
  async function copy(tenant: TestTenant, device: MovedDevice): Promise<number> {
    const { accountId } = await begin(tenant, device);
    // safe: the converter writes types of the contract
    const keys = device.keys as InputOf<typeof addMoveInKeys>['keys'];
    for (let at = 0; at < keys.length; at += 100)
      await call(addMoveInKeys, { slug: tenant.slug, accountId, keys: keys.slice(at, at + 100) });
    await call(finishMoveIn, { slug: tenant.slug, accountId, keys: keys.length });
    return accountId;
  }
  const stateOf = async (tenant: TestTenant, accountId: number) => {
    const { items } = await call(listMoveIns, { slug: tenant.slug, limit: 50 });
    return items.find((one) => one.accountId === accountId);
  };
  return {
    call,
    begin,
    copy,
    stateOf,
    untilState: (tenant: TestTenant, accountId: number, state: string) =>
      open.until(`the move to be ${state}`, async () => {
        const found = await stateOf(tenant, accountId);
        return found?.state === state ? found : null;
      }),
    start: (tenant: TestTenant, accountId: number) => call(startMoveIn, { slug: tenant.slug, accountId }),
    release: (tenant: TestTenant, accountId: number) => call(releaseMoveIn, { slug: tenant.slug, accountId }),
  };
}
