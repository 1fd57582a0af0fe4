import type { ReactNode } from 'react';
import { Dialog } from '../dialogs/dialog.tsx';
import { Form, type FormProps } from './form.tsx';

interface Props extends FormProps {
  title: string;
  /** Text above the form. */
  lead?: string;
  /** Replaces the form: its result, or a placeholder while data loads. */
  instead?: ReactNode;
  /** Set while the dialog shows a secret that cannot be shown again. */
  isShownOnce?: boolean;
  /** The reason why the form cannot be submitted as it is: a rule about several fields. */
  refusal?: string | false;
  onClose: () => void;
}

/** A form above the page, with the focus in its first field. It stays open, with what was typed, if the change fails. */
export function FormDialog({ title, lead, instead, isShownOnce, refusal, onClose, children, ...form }: Props) {
  return (
    <Dialog title={title} isOpen isShownOnce={isShownOnce} onClose={onClose}>
      {lead && <p>{lead}</p>}
      {instead ?? (
        <Form {...form}>
          {children}
          {refusal && <p role="alert">{refusal}</p>}
        </Form>
      )}
    </Dialog>
  );
}
