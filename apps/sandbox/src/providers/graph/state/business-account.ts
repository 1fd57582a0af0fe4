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
  /** Whether its messages are held for a check of its quality, and how that ends. */
  pacing?: 'release' | 'drop' | undefined;
  /** Whether Meta still synchronizes it for the Marketing Messages API. */
  syncing?: boolean | undefined;
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
  /** The two-step PIN; absent or null: it has none. */
  pin?: string | null;
  /** Times of registrations, which Meta limits. */
  registeredAtMs?: number[];
  /** Its settings of calls, as Graph has them. */
  calling?: Record<string, unknown>;
  /** The name under which people find it. */
  username?: { name: string; status: 'approved' | 'reserved' } | null;
  /** Whether calls go to the app of the deployment; absent: they do. */
  isCallsPrimary?: boolean;
  /** How often its name was changed, which Meta limits. */
  usernameChanges?: number;
  /** Whether Meta lets it send; absent: it does. */
  canSend?: 'AVAILABLE' | 'LIMITED' | 'BLOCKED';
  /** Meta's reasons against that. */
  healthErrors?: { error_code: number; error_description: string; possible_solution: string }[];
  /** Whether it is also on the WhatsApp Business app. */
  isOnBizApp?: boolean;
  /** When a person last chose it in Embedded Signup. */
  onboardedAtMs?: number;
  /** The kinds of data that were requested from the app: each only once. */
  appDataAsked?: string[];
  /** Times of the newest sends of a number on the app, which Meta limits. */
  sentAtMs?: number[];
}

/** A business token that Embedded Signup issued for an account. */
export interface SignupGrant {
  token: string;
  issuedAtMs: number;
  /** null: never. */
  expiresAtMs: number | null;
}

/** A WhatsApp Business Account with its token, numbers and templates. */
export interface BusinessAccount {
  id: string;
  name: string;
  token: string;
  /** The newest tokens of Embedded Signup. */
  grants?: SignupGrant[];
  tokenState: 'valid' | 'expired';
  locked: boolean;
  /** Whether it has accepted the terms of the Marketing Messages API. */
  marketing?: 'ELIGIBLE' | 'ONBOARDED';
  /** Whether marketing by `/messages` is switched off. */
  marketingBarred?: boolean;
  /** Its payment method; hidden: Meta does not say. Absent: it has one. */
  payment?: 'set' | 'missing' | 'hidden';
  subscribed: boolean;
  overrideCallbackUri: string | null;
  numbers: PhoneNumber[];
  templates: MessageTemplate[];
}
