import { z } from 'zod';
import { defineInternal } from '../../define-contract.ts';
import { BUS_LIST_MAX, BusText } from '../../fields.ts';
import { PICTURE_SIZES } from '../profiles/profile-picture.ts';

/** An act of a linked device on its profile, on the picture of a person, or on the people whom it has blocked. Pictures are base64. */
export const DeviceProfileAct = z.discriminatedUnion('type', [
  z.object({ type: z.literal('read') }),
  z.object({
    type: z.literal('update'),
    /** Empty: it is removed. */
    about: BusText.optional(),
    /** Empty: it is removed. */
    picture: BusText.optional(),
  }),
  z.object({ type: z.literal('picture'), address: BusText, size: z.enum(PICTURE_SIZES) }),
  /** Blocked people by their hidden ids, after one of them; `only`: no one but this person. */
  z.object({
    type: z.literal('blocked'),
    after: BusText.nullable(),
    limit: z.int().min(1),
    only: BusText.optional(),
  }),
  z.object({ type: z.literal('block'), address: BusText }),
  z.object({ type: z.literal('unblock'), address: BusText }),
]);
export type DeviceProfileAct = z.infer<typeof DeviceProfileAct>;

export const DeviceProfileOutcome = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('profile'),
    address: BusText,
    about: BusText.nullable(),
    /** A JPEG in base64. */
    picture: BusText.nullable(),
  }),
  /** Null: there is none, or the person hides it. */
  z.object({ outcome: z.literal('picture'), picture: BusText.nullable() }),
  z.object({
    outcome: z.literal('blocked'),
    people: z.array(z.object({ address: BusText, lid: BusText.nullable() })).max(BUS_LIST_MAX),
    /** The last hidden id of the page, if there are more. */
    next: BusText.nullable(),
  }),
  z.object({ outcome: z.literal('done'), address: BusText }),
  /** Nothing was done: people were looked up too recently. */
  z.object({ outcome: z.literal('paced'), retryAfterMs: z.int() }),
  /** The person is not on the network, or this device does not know the number behind the hidden id. */
  z.object({ outcome: z.literal('absent') }),
  z.object({
    outcome: z.literal('refused'),
    /** Null when the network was not reached: nothing was done. */
    status: z.int().nullable(),
    message: BusText,
  }),
  z.object({ outcome: z.literal('unknown'), message: BusText }),
]);
export type DeviceProfileOutcome = z.infer<typeof DeviceProfileOutcome>;

/**
 * Reads and changes the profile of a linked device and its block list. Any worker accepts the call and forwards it to
 * the worker that holds the device's lease. Every act may be repeated.
 */
export const manageDeviceProfile = defineInternal({
  service: 'pairing',
  name: 'manage-device-profile',
  input: z.object({
    tenantId: z.int(),
    /** Id of the wd connection, as in `channels`. */
    externalId: BusText,
    act: DeviceProfileAct,
  }),
  output: DeviceProfileOutcome,
  errors: ['not_connected', 'provider_timeout'],
  deadlineMs: 25_000,
  directed: true,
});
