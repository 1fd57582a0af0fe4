import { createContext, type RefObject, useContext, useLayoutEffect } from 'react';

type Field = HTMLInputElement | HTMLTextAreaElement;
type Values = Record<string, string | boolean>;

/** Typed values are stored for this tab only, and never secrets. */
const SECRET = /password|secret|token|code|api_key/;

/** The member who types; null without a session. */
export const TypistContext = createContext<string | null>(null);
export const TypistProvider = TypistContext.Provider;

let isSessionOver = false;

/** Called when the session has ended, before its pages are removed, and when another one begins. */
export function markSessionOver(isOver: boolean): void {
  isSessionOver = isOver;
}

const isBox = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio';

function fieldsOf(form: HTMLFormElement): [string, Field][] {
  const fields = [...form.elements].filter(
    (element): element is Field => element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement,
  );
  return fields
    .filter(({ name, type }) => name !== '' && !['password', 'file', 'hidden'].includes(type) && !SECRET.test(name))
    .map((field) => [isBox(field) ? `${field.name}=${field.value}` : field.name, field]);
}

const valuesOf = (form: HTMLFormElement): Values =>
  Object.fromEntries(fieldsOf(form).map(([name, field]) => [name, isBox(field) ? field.checked : field.value]));

/** Simulates typing, so that React's controlled fields accept the value too. */
function type(field: Field, value: string | boolean): void {
  if (isBox(field)) {
    if (field.checked !== value) field.click();
    return;
  }
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Storage key of a form: its owner, page, dialog, button and initial values. */
const nameOf = (form: HTMLFormElement, given: { owner: string; action: string; first: Values }): string =>
  [
    'parley.typed',
    given.owner,
    window.location.pathname,
    form.closest('[role="dialog"]')?.querySelector('h2')?.textContent ?? '',
    given.action,
    JSON.stringify(given.first),
  ].join('|');

/**
 * Keeps the typed values of a form when the session ends, until the same member opens the same form again. `action`
 * distinguishes the forms of a page.
 */
export function useKeptTyping(form: RefObject<HTMLFormElement | null>, action: string): void {
  const owner = useContext(TypistContext);
  useLayoutEffect(() => {
    const { current } = form;
    if (!current || owner === null) return;
    const first = valuesOf(current);
    const name = nameOf(current, { owner, action, first });
    // safe: written below
    const kept = JSON.parse(sessionStorage.getItem(name) ?? '{}') as Values;
    sessionStorage.removeItem(name);
    for (const [field, element] of fieldsOf(current)) {
      const value = kept[field];
      if (value !== undefined) type(element, value);
    }
    return () => {
      const typed = Object.entries(valuesOf(current)).filter(([field, value]) => first[field] !== value);
      if (isSessionOver && typed.length > 0) sessionStorage.setItem(name, JSON.stringify(Object.fromEntries(typed)));
    };
  }, [form, owner, action]);
}
