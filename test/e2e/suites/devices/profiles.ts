import { makeJpeg } from '@parley/testing/factories/make-jpeg';
import { describe, expect, test } from 'vitest';
import { linkDevice, makePerson, WD } from '../../../support/channels/linked-devices.ts';
import { makeTenant } from '../../../support/tenants/client.ts';
import type { GetSystem } from '../get-system.ts';

/** Profiles and block lists of linked devices over HTTP (docs/reference/profiles.md). */
export function profileSuite(getSystem: GetSystem): void {
  describe('profiles of linked devices', () => {
    test('the about and the picture of a phone are changed, read and removed', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, { ...WD });
      const device = await linkDevice(system, tenant);
      const address = `+${device.number}`;
      const picture = makeJpeg(96);
      const set = await tenant.post('update-profile', { about: 'Open', picture });
      expect(set).toMatchObject({ status: 200, body: { ok: true, address } });
      expect((await tenant.get('profile')).body).toEqual({
        ...{ ok: true, address, about: 'Open' },
        picture: { mime_type: 'image/jpeg', data: picture },
      });
      const wide = await tenant.post('update-profile', { picture: makeJpeg(96, 48) });
      expect(wide).toMatchObject({ status: 400, body: { error: 'invalid_picture' } });
      expect(await tenant.post('update-profile', {})).toMatchObject({ status: 400, body: { error: 'missing_about' } });
      await tenant.post('update-profile', { remove: ['about', 'picture'] });
      expect((await tenant.get('profile')).body).toMatchObject({ about: null, picture: null });
    });

    test('the picture of a person is shown to the phone that sees it', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, { ...WD });
      await linkDevice(system, tenant);
      const [bob, shy] = [await makePerson(system), await makePerson(system)];
      const picture = makeJpeg(96, 96, 'Bob');
      await system.sandbox.devices.putPhone({ number: bob, picture });
      await system.sandbox.devices.putPhone({ number: shy, picture, hides_profile: true });
      expect((await tenant.get('profile-picture', { address: `+${bob}` })).body).toEqual({
        ...{ ok: true, address: `+${bob}` },
        picture: { mime_type: 'image/jpeg', data: picture },
      });
      const hidden = await tenant.get('profile-picture', { address: `+${shy}`, size: 'full' });
      expect(hidden).toMatchObject({ status: 200, body: { picture: null } });
      const other = await makeTenant(system, { ...WD });
      const refused = await other.get('profile-picture', { address: `+${bob}` });
      expect(refused).toMatchObject({ status: 404, body: { error: 'not_connected' } });
      expect((await system.sandbox.devices.profile(bob)).picture_asked).toBe(1);
    });

    test('a person is blocked once for repeats of one request, listed and unblocked', async () => {
      const system = getSystem();
      const tenant = await makeTenant(system, { ...WD });
      const device = await linkDevice(system, tenant);
      const bob = await makePerson(system);
      const address = `+${bob}`;
      const headers = { 'idempotency-key': 'block-bob' };
      expect(await tenant.post('block-person', { address }, headers)).toMatchObject({ status: 200, body: { address } });
      expect(await tenant.post('block-person', { address }, headers)).toMatchObject({ status: 200, body: { address } });
      expect((await tenant.get('block-list')).body).toMatchObject({ blocked: [{ address }], next_cursor: null });
      expect((await system.sandbox.devices.profile(device.number)).blocked).toEqual([bob]);
      expect(await tenant.post('unblock-person', { address })).toMatchObject({ status: 200, body: { address } });
      expect((await tenant.get('block-list')).body.blocked).toEqual([]);
      const absent = await tenant.post('block-person', { address: '+15550000000' });
      expect(absent).toMatchObject({ status: 400, body: { error: 'invalid_address' } });
      // The profile of another tenant's phone stays theirs.
      const other = await makeTenant(system, { ...WD });
      expect(await other.get('block-list')).toMatchObject({ status: 404, body: { error: 'not_connected' } });
    });
  });
}
