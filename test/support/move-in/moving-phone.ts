import { pollUntil } from '@parley/testing/poll-until';
import { linkStockDevice } from '../../../services/pairing/test/move-in/stock-device.ts';
import { whatsmeowOf } from '../../../services/pairing/test/move-in/whatsmeow-of.ts';
import type { System } from '../system/system.ts';
import { uniqueDigits } from '../tenants/client.ts';

export type MovingPhone = Awaited<ReturnType<typeof movingPhone>>;

/** A phone that another system has linked with the stock library, and that has exchanged messages; the system is stopped. */
export async function movingPhone(system: System) {
  const { devices, url } = system.sandbox;
  const [number, person] = [uniqueDigits('1778'), uniqueDigits('1779')];
  await devices.putPhone({ number: person });
  const until = async <T>(
    what: string,
    look: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  ) => pollUntil(async () => (await look()) || null, { what: () => what }) as Promise<T>; // safe: what is falsy is waited for
  const sandbox = { whatsappWebUrl: `${url.replace(/^http/, 'ws')}/ws/chat` };
  const stock = await linkStockDevice({ network: devices, sandbox, until }, number);
  const { id: group } = await devices.makeGroup({ subject: `Shop ${number}`, owner: number, participants: [person] });
  const hear = async (to: string, text: string): Promise<void> => {
    await devices.writes(person, { to, type: 'text', text });
    await until(text, () => stock.heard(text));
  };
  await hear(number, `before ${number}`);
  await stock.send(person, 'answer before');
  await hear(group, `in the group before ${number}`);
  await stock.send(group, 'own in the group before');
  await until('both sends', async () => (await devices.taken({ device: stock.deviceId })).length === 2);
  await stock.stop();
  const { device } = whatsmeowOf(await stock.readStore());
  return {
    number,
    person,
    /** The name of the person in the source. */
    name: `Customer ${person}`,
    group,
    deviceId: stock.deviceId,
    /** The address of the link. */
    jid: device.jid,
    /** The files of the stock library. */
    directory: stock.directory,
    readStore: stock.readStore,
    /** The other system runs again for a moment, and receives a message. */
    async backAtSource(): Promise<void> {
      await stock.connect();
      await hear(number, `back at ${number}`);
      await stock.stop();
    },
    close: () => stock[Symbol.asyncDispose](),
  };
}
