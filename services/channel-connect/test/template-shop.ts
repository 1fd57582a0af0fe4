import { createTemplate } from '@parley/common/contracts/channels/create-template';
import { templates } from '@parley/common/contracts/channels/templates';
import type { InputOf } from '@parley/common/define-contract';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { openWaNumbers, type WaNumbers } from './wa-numbers.ts';

export type NewTemplate = InputOf<typeof createTemplate>;
export const ORDER: NewTemplate = {
  channel: 'wa',
  name: 'order_ready',
  language: 'en_US',
  category: 'UTILITY',
  header: { type: 'text', text: 'Order {{1}}', example: '#7' },
  body: { text: 'Hi {{1}}, order {{2}} is ready.', examples: { 1: 'Ann', 2: '#7' } },
  footer: 'Parley shop',
  buttons: [
    { type: 'quick_reply', title: 'Thanks' },
    { type: 'url', title: 'Track', url: 'https://shop.example/{{1}}', example: 'https://shop.example/7' },
  ],
};

export type TemplateShop = Awaited<ReturnType<typeof openTemplateShop>>;

/** The service, with tenants that create templates. */
export async function openTemplateShop() {
  const service = await openWaNumbers();
  const listOf = async (tenant: TestTenant) => (await service.act(tenant, templates, {})).output.templates;
  return {
    service,
    /** A tenant with a number, which has these templates. */
    async makeShop(listed: Parameters<WaNumbers['makeNumber']>[0] = []) {
      const [tenant, given] = [await service.makeTenant(), await service.makeNumber(listed)];
      await service.connect(tenant, given);
      return { tenant, given };
    },
    create: (tenant: TestTenant, given: Partial<NewTemplate> = {}, key?: string) =>
      service.act(
        tenant,
        createTemplate,
        { ...ORDER, ...given },
        key === undefined ? undefined : { key, bodyHash: 'aa' },
      ),
    listOf,
    async onlyTemplate(tenant: TestTenant) {
      const [template, ...more] = await listOf(tenant);
      if (!template || more.length > 0) throw new Error('Expected one template.');
      return template;
    },
    async reset(): Promise<void> {
      await service.driver.clearFaults();
      service.setNow(null);
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}
