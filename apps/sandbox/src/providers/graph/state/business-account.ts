/** A message template of a WhatsApp Business Account, in the shape that Graph lists it. */
export interface MessageTemplate {
  id: string;
  name: string;
  language: string;
  status: string;
  category: string;
  /** The category that Meta announced for it. */
  correct_category?: string;
  parameter_format?: 'POSITIONAL' | 'NAMED';
  components: TemplateComponent[];
  rejected_reason?: string;
  quality_score?: { score: string };
}

/** One component of a template; `type` and `format` are upper case, as in Graph's lists. */
export interface TemplateComponent {
  type: string;
  format?: string;
  text?: string;
  example?: unknown;
  buttons?: { type: string; text?: string; url?: string; phone_number?: string }[];
}

/** A business phone number of the Cloud API; `number` is digits only. */
export interface PhoneNumber {
  id: string;
  wabaId: string;
  number: string;
  verifiedName: string;
  qualityRating: string;
  messagingLimitTier: string;
  registered: boolean;
}

/** A WhatsApp Business Account with its token, numbers and templates. */
export interface BusinessAccount {
  id: string;
  name: string;
  token: string;
  tokenState: 'valid' | 'expired';
  locked: boolean;
  subscribed: boolean;
  overrideCallbackUri: string | null;
  numbers: PhoneNumber[];
  templates: MessageTemplate[];
}
