import { ask } from './ask-sandbox.js';
import { make } from './phone-view.js';

const NUMBER = '15550001111';

/** A test phone that approves the code which the console shows; `onLinked` is called when it did. */
export function makeLinkForm(texts, onLinked) {
  const number = make('input', { value: NUMBER, maxlength: 20, autocomplete: 'off', inputmode: 'tel' });
  const code = make('input', { maxlength: 20, autocomplete: 'off', spellcheck: 'false' });
  const status = make('p', { role: 'status' });

  async function link(event) {
    event.preventDefault();
    const digits = number.value.replace(/\D/g, '');
    try {
      await ask('/sandbox/devices/phones', { number: digits });
      await ask(`/sandbox/devices/phones/${digits}/pairing-code`, { code: code.value.trim() });
      code.value = '';
      status.textContent = texts.done;
      await onLinked();
    } catch (error) {
      status.textContent = `${texts.failed} ${error.message}`;
    }
  }

  const form = make(
    'form',
    { class: 'link', onsubmit: link },
    make('label', {}, make('span', {}, texts.number), number),
    make('label', {}, make('span', {}, texts.code), code),
    make('button', {}, texts.link),
    status,
  );
  return make('details', { hidden: true }, make('summary', {}, texts.link), form);
}
