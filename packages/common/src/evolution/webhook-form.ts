import { at } from '../at.ts';

/** A receiver's own form of events, which the fragment of its address chooses (docs/reference/evolution.md#webhooks). */
export interface EvolutionForm {
  /** Whether the name of the event is appended to the path. */
  byEvents: boolean;
}

const WHOLE = '#evolution';
const BY_EVENTS = '#evolution-by-events';

/** The form of a webhook's address; null: Parley's own. A fragment is never sent to a server. */
export function formOfUrl(url: string): EvolutionForm | null {
  const start = url.indexOf('#');
  if (start < 0) return null;
  const fragment = url.slice(start);
  return fragment === WHOLE || fragment === BY_EVENTS ? { byEvents: fragment === BY_EVENTS } : null;
}

const withoutFragment = (url: string): string => at(url.split('#', 1), 0);

/** The address of a webhook with a form. */
export const urlWithForm = (url: string, { byEvents }: EvolutionForm): string =>
  `${withoutFragment(url)}${byEvents ? BY_EVENTS : WHOLE}`;

/** The address as its owner wrote it, and to which an event without its own path is posted. */
export const urlWithoutForm = (url: string): string => (formOfUrl(url) === null ? url : withoutFragment(url));

/** The address to which an event of this name is posted. */
export function destinationOf(url: string, event: string): string {
  const form = formOfUrl(url);
  if (!form?.byEvents) return urlWithoutForm(url);
  const target = new URL(withoutFragment(url));
  target.pathname = `${target.pathname.replace(/\/$/, '')}/${event.replaceAll('.', '-')}`;
  return target.href;
}
