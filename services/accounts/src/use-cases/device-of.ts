import { type CallContext, visitorOf } from '@parley/common/call-context';

/** The hash of the secret in the browser's cookie: the gateway sends it with operations that remember a device. */
export function deviceOf(context: Pick<CallContext, 'visitor'>): string {
  const { device } = visitorOf(context);
  if (device === undefined) throw new Error('An operation that remembers a device arrived without its device.');
  return device;
}
