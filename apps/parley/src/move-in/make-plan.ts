import { countKeys } from '@parley/pairing/move-in/moved-device.rules';
import type { SourceDevice } from './source-device.ts';

/** A device in the plan. It has counts only: no key, no credential. */
export interface PlannedDevice {
  name: string;
  phone: string | null;
  /** The address of the link, which stays the same. */
  device: string | null;
  /** Values that move, by type. */
  moves: Record<string, number>;
  /** Values that stay behind, by reason. */
  stays: Record<string, number>;
  /** The reason why it cannot be moved; null when it can. */
  refused: string | null;
}

function planOf({ name, conversion }: SourceDevice): PlannedDevice {
  if (conversion.kind === 'refused')
    return { name, phone: null, device: null, moves: {}, stays: {}, refused: conversion.reason };
  const { phone, jid, keys, dropped } = conversion.device;
  return { name, phone, device: jid, moves: countKeys(keys), stays: dropped, refused: null };
}

/** The plan of a move. One link can be moved once: a second store of it is an old copy of the first, or the reverse. */
export function makePlan(devices: readonly SourceDevice[]): PlannedDevice[] {
  const planned = devices.map(planOf);
  const namesOf = (device: string): string[] => planned.filter((one) => one.device === device).map(({ name }) => name);
  return planned.map((one) => {
    const names = one.device === null ? [] : namesOf(one.device);
    return names.length < 2
      ? one
      : { ...one, refused: `${names.join(' and ')} have the same link: name the one in use.` };
  });
}

const listCounts = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([what, count]) => `${count} ${what}`)
    .join(', ') || 'nothing';

/** The plan as lines for a person. */
export function describePlan(planned: readonly PlannedDevice[]): string[] {
  const ready = planned.filter(({ refused }) => refused === null).length;
  return [
    ...planned.flatMap(({ name, phone, device, moves, stays, refused }) =>
      refused === null
        ? [`${name}: ${phone}, ${device}`, `  moves: ${listCounts(moves)}`, `  stays behind: ${listCounts(stays)}`]
        : [`${name}: cannot be moved`, `  ${refused}`],
    ),
    `${ready} of ${planned.length} devices can be moved.`,
  ];
}
