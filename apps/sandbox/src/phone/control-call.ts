/** A call of the control API, as the telephone makes it. */
export interface ControlCall {
  method: 'POST' | 'PUT';
  path: string;
  body: Record<string, unknown>;
}

/** Where the calls of a person stand. */
export const personPath = ({ channel, person }: { channel: string; person: string }): string =>
  channel === 'wd'
    ? `/sandbox/devices/phones/${encodeURIComponent(person)}`
    : `/sandbox/customers/${channel}/${encodeURIComponent(person)}`;
