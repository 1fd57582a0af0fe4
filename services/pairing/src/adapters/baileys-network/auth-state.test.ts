import { expect, test } from 'vitest';
import type { DeviceAuth, KeyChange } from '../../domain/device-network.ts';
import { openAuthState } from './auth-state.ts';
import { loadBaileys } from './load-baileys.ts';

test('once shut, the state of a client writes nothing more; what runs has ended', async () => {
  const stored: string[] = [];
  let release = (): void => {};
  const auth: DeviceAuth = {
    get: async () => new Map(),
    list: async () => new Map(),
    async set(changes: readonly KeyChange[]) {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      stored.push(...changes.map(({ type }) => type));
    },
  };
  const state = await openAuthState(await loadBaileys(), auth);
  const running = state.keys.set({ session: { ann: new Uint8Array([1]) } });
  const shut = state.shut().then(() => [...stored]);
  await expect(state.keys.set({ session: { bob: new Uint8Array([2]) } })).rejects.toThrow('closed');
  state.saveCreds();
  release();
  await running;
  expect(await shut).toEqual(['session']);
  expect(stored).toEqual(['session']);
});
