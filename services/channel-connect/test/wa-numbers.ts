import { connectWaNumber } from '@parley/common/contracts/operator/tenant-channels';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { type OpenChannelConnect, openChannelConnect } from './open-channel-connect.ts';

/** The service, and numbers of the sandbox. */
export async function openWaNumbers() {
  const service: OpenChannelConnect = await openChannelConnect();
  let next = 10_000_001;
  /** A number on its own business account, with these templates. */
  async function makeNumber(
    templates: {
      name: string;
      language?: string;
      body?: string;
      status?: string;
      category?: string;
      components?: { type: string; [member: string]: unknown }[];
    }[] = [],
  ) {
    const number = `1555${next}`;
    const given = { phoneNumberId: `106${next}`, wabaId: `102${next}`, accessToken: `token-${next}`, number };
    next++;
    await service.driver.graph.whatsapp.putAccount({
      waba_id: given.wabaId,
      token: given.accessToken,
      phone_number_id: given.phoneNumberId,
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
    rowsOf: (given: Given) => service.accountsAt('wa', given.phoneNumberId),
  };
}
export type WaNumbers = Awaited<ReturnType<typeof openWaNumbers>>;
