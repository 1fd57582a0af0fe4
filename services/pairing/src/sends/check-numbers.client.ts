import type { WASocket } from 'baileys';
import type { DeviceActed } from '../devices/device-network.rules.ts';
import type { Baileys } from '../network/load-baileys.client.ts';
import { phoneOf } from '../received/read-person.client.ts';

type Check = Extract<DeviceActed, { kind: 'checked' }>['checks'][number];

/** Looks numbers up at the network. Throws the library's errors. */
export async function checkNumbers(
  { lib, sock }: { lib: Baileys; sock: WASocket },
  numbers: readonly string[],
): Promise<Check[]> {
  const ask = async (asked: readonly string[]) => {
    const query = new lib.USyncQuery().withContactProtocol();
    for (const number of asked) query.withUser(new lib.USyncUser().withPhone(number));
    const found = await sock.executeUSyncQuery(query);
    if (!found) throw new Error('The network did not say whether these numbers are on it.');
    return found.list.map(({ id, contact }) => ({ to: phoneOf(id), exists: contact === true }));
  };
  const together = await ask(numbers);
  const checks: Check[] = [];
  for (const number of numbers) {
    // The network names some numbers in another form: then only a query of one number tells which it is.
    const known = together.find(({ to }) => to === number);
    const [found] = known || numbers.length === 1 ? [known ?? together[0]] : await ask([number]);
    const exists = found?.exists ?? false;
    checks.push({ number, exists, to: exists ? (found?.to ?? number) : null });
  }
  return checks;
}
