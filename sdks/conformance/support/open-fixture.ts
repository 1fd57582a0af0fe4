import { CHANNELS } from '@parley/common/channels';
import type { System } from '../../../test/support/system/system.ts';
import { makeTenant, type TestTenant } from '../../../test/support/tenants/client.ts';
import type { Language } from './language.ts';
import { openProxy, type TestProxy } from './open-proxy.ts';
import { type Driver, startDriver } from './start-driver.ts';

/** A send of the template that every tenant has (test/support/tenants/client.ts). */
export const TEMPLATE = { name: 'order_update', variables: ['a', 'b'] };

/** A running Parley, a proxy in front of it, and an SDK whose client connects through the proxy with the key of a tenant. */
export interface Fixture extends AsyncDisposable {
  system: System;
  tenant: TestTenant;
  proxy: TestProxy;
  driver: Driver;
  /** Makes the SDK use this tenant's key. */
  useTenant(tenant: TestTenant, options?: object): Promise<void>;
}

export async function openFixture(language: Language, system: System): Promise<Fixture> {
  const driver = await startDriver(language);
  const proxy = await openProxy(system.origin);
  const tenant = await makeTenant(system, { channels: [...CHANNELS] });
  const useTenant = async ({ slug, apiKey }: TestTenant, options: object = {}): Promise<void> => {
    const base_url = `${proxy.origin}/${slug}/api/messaging/`;
    await driver.get('configure', { base_url, api_key: apiKey, ...options });
  };
  await useTenant(tenant);
  return {
    system,
    tenant,
    proxy,
    driver,
    useTenant,
    async [Symbol.asyncDispose]() {
      await driver[Symbol.asyncDispose]();
      await proxy[Symbol.asyncDispose]();
    },
  };
}
