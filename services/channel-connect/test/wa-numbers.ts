import { connectWaNumber } from '@parley/common/contracts/operator/tenant-channels';
import type { TestTenant } from '@parley/testing/test-tenant';
import { type OpenChannelConnect, openChannelConnect } from './open-channel-connect.ts';

/** The service, and numbers that the sandbox knows. */
export async function openWaNumbers() {
  const service: OpenChannelConnect = await openChannelConnect();
  let next = 10_000_001;
  /** A number on a business account of its own, with these templates. */
  async function makeNumber(
    templates: { name: string; language?: string; body?: string; status?: string; category?: string }[] = [],
  ) {
    const number = `1555${next}`;
    const given = { phone_number_id: `106${next}`, waba_id: `102${next}`, access_token: `token-${next}`, number };
    next++;
    await service.driver.graph.whatsapp.putAccount({
      waba_id: given.waba_id,
      token: given.access_token,
      phone_number_id: given.phone_number_id,
      number,
      subscribed: false,
      templates,
    });
    return given;
  }
  type Given = Awaited<ReturnType<typeof makeNumber>>;
  return {
    ...service,
    makeNumber,
    connect: (tenant: TestTenant, given: Given, label = 'Shop') =>
      service.operate(connectWaNumber, { slug: tenant.slug, ...given, label }),
    rowsOf: (given: Given) => service.accountsAt('wa', given.phone_number_id),
  };
}
export type WaNumbers = Awaited<ReturnType<typeof openWaNumbers>>;
