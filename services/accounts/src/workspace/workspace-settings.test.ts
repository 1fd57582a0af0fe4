import { me } from '@parley/common/contracts/console/my-account';
import { getWorkspace, getWorkspaceLogo, updateWorkspace } from '@parley/common/contracts/console/workspace-settings';
import { eraseTenant } from '@parley/common/contracts/operator/erasures';
import { expect, test } from 'vitest';
import { consoleOfFile } from '../../test/open-console.ts';
import { shopsOf } from '../../test/open-shop.ts';

const house = consoleOfFile({ PARLEY_RETENTION_DAYS: 365 });
const { openShop, join } = shopsOf(house);
/** One pixel. */
const LOGO = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('an owner sets name, language, time zone and retention; members see the first three, other workspaces nothing', async () => {
  const [{ slug, owner }, { owner: stranger }] = [await openShop(), await openShop()];
  const changes = { name: 'مخبز نور', language: 'ar', timeZone: 'Asia/Kuwait', retentionDays: 90 } as const;
  const rules = { businessHours: null, awayMessage: null, satisfactionQuestion: null };
  const settings = { slug, ...changes, ...rules, logoVersion: null, deploymentRetentionDays: 365 };
  expect(await owner.call(updateWorkspace, changes)).toEqual(settings);
  expect(await owner.call(getWorkspace, {})).toEqual(settings);
  const { browser } = await join(owner, 'agent');
  expect((await browser.call(me, {})).tenant).toEqual({
    slug,
    name: 'مخبز نور',
    status: 'active',
    language: 'ar',
    timeZone: 'Asia/Kuwait',
    logoVersion: null,
    demoEndsAt: null,
  });
  expect(await stranger.call(getWorkspace, {})).toMatchObject({ language: null, timeZone: null, retentionDays: null });
});

test('a change leaves the other settings as they are, and null removes one', async () => {
  const { owner } = await openShop();
  await owner.call(updateWorkspace, { language: 'en', timeZone: 'Europe/Berlin', retentionDays: 30 });
  const changed = await owner.call(updateWorkspace, { language: null, retentionDays: null });
  expect(changed).toMatchObject({ language: null, timeZone: 'Europe/Berlin', retentionDays: null });
});

test('every member reads the logo by its version, other workspaces do not, and it is erased with the workspace', async () => {
  const [{ slug, owner }, { owner: stranger }] = [await openShop(), await openShop()];
  const { browser } = await join(owner, 'agent');
  const { logoVersion } = await owner.call(updateWorkspace, { logo: LOGO });
  const version = (await browser.call(me, {})).tenant?.logoVersion ?? '';
  expect(version).toBe(logoVersion);
  expect(await browser.call(getWorkspaceLogo, { version })).toEqual({ image: `data:image/png;base64,${LOGO}` });
  expect(await stranger.call(getWorkspaceLogo, { version })).toEqual({ image: null });
  expect(await browser.call(getWorkspaceLogo, { version: 'another' })).toEqual({ image: null });
  const refused = owner.call(updateWorkspace, { name: 'Other', logo: Buffer.from('<svg/>').toString('base64') });
  await expect(refused).rejects.toMatchObject({ code: 'invalid_logo' });
  expect(await owner.call(getWorkspace, {})).toMatchObject({ name: slug, logoVersion });
  expect(await owner.call(updateWorkspace, { logo: null })).toMatchObject({ logoVersion: null });

  await owner.call(updateWorkspace, { logo: LOGO });
  await house.call(eraseTenant, { slug });
  const kept = await house.database.db.prisma.tenant.findFirstOrThrow({ where: { erasedSlug: slug } });
  expect(kept).toMatchObject({ logo: null, logoVersion: null });
});

test('business hours, an away message and a question are kept until they are removed, and erased with the workspace', async () => {
  const { slug, owner } = await openShop();
  const rules = {
    businessHours: { time_zone: 'Asia/Kuwait', hours: [{ days: [7, 1], from: '22:00', to: '02:00' }] },
    awayMessage: 'نعود صباحًا.',
    satisfactionQuestion: 'How was it?',
  };
  expect(await owner.call(updateWorkspace, rules)).toMatchObject(rules);
  expect(await owner.call(updateWorkspace, { businessHours: null, awayMessage: null })).toMatchObject({
    businessHours: null,
    awayMessage: null,
    satisfactionQuestion: 'How was it?',
  });
  await owner.call(updateWorkspace, rules);
  await house.call(eraseTenant, { slug });
  const kept = await house.database.db.prisma.tenant.findFirstOrThrow({ where: { erasedSlug: slug } });
  expect(kept).toMatchObject({ businessHours: null, awayMessage: null, satisfactionQuestion: null });
});

test('a retention above the deployment’s is refused, and nothing changes', async () => {
  const { owner } = await openShop();
  await expect(owner.call(updateWorkspace, { name: 'Other', retentionDays: 366 })).rejects.toMatchObject({
    code: 'invalid_retention_days',
  });
  expect((await owner.call(getWorkspace, {})).name).not.toBe('Other');
});
