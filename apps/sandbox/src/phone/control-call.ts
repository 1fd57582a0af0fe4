/** A control API call made by the test phone. */
export interface ControlCall {
  method: 'POST' | 'PUT';
  path: string;
  body: Record<string, unknown>;
}

/** The path prefix of a person's calls. */
export const personPath = ({ channel, person }: { channel: string; person: string }): string =>
  channel === 'wd'
    ? `/sandbox/devices/phones/${encodeURIComponent(person)}`
    : `/sandbox/customers/${channel}/${encodeURIComponent(person)}`;
