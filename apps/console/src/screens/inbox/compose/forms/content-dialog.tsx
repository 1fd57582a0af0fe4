import type { RichName } from '@parley/common/messages/rich-names';
import { ButtonsForm } from './buttons-form.tsx';
import { ContactsForm } from './contacts-form.tsx';
import type { ContentFormProps } from './content-form.ts';
import { ListForm } from './list-form.tsx';
import { LocationForm } from './location-form.tsx';
import { PollForm } from './poll-form.tsx';
import { PostForm } from './post-form.tsx';

const FORMS = {
  buttons: ButtonsForm,
  list: ListForm,
  location: LocationForm,
  contacts: ContactsForm,
  poll: PollForm,
  post: PostForm,
} as const satisfies Record<RichName, unknown>;

/** The form of a content that is not text. */
export function ContentDialog({ form, ...rest }: ContentFormProps & { form: RichName }) {
  const Form = FORMS[form];
  return <Form {...rest} />;
}
