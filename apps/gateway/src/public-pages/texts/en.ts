import type { ConnectPage } from '@parley/common/contracts/internal/connect-link';
import type { NotificationKind } from '@parley/common/workspace/notification-kinds';

type ByChannel = Readonly<Record<ConnectPage['channel'], string>>;

/** Texts of the pages for people without an account; other languages have the same keys. */
export const en = {
  /** Label of the language choice. */
  language: 'Language',
  /** Links a phone. */
  pair: {
    title: 'Link WhatsApp',
    forWhom: 'For',
    choose: 'Choose how to link',
    wayCode: 'Pairing code',
    wayQr: 'QR code',
    phone: 'Your WhatsApp number',
    phoneHint: 'With the country code, for example',
    getCode: 'Get the code',
    gettingCode: 'Getting a code…',
    yourCode: 'Your code',
    validFor: 'Valid for',
    anotherCode: 'Get another code',
    codeExpired: 'The code has expired. Get another one.',
    codeSteps: [
      'Open WhatsApp on the phone with this number.',
      'Open Settings (on Android: ⋮), then Linked devices.',
      'Tap Link a device, then Link with phone number instead.',
      'Enter this code.',
    ],
    qrAlt: 'QR code, to be scanned with WhatsApp',
    qrLoading: 'Loading the QR code…',
    qrRenews: 'The QR code renews itself.',
    qrShow: 'Show the QR code',
    qrSteps: [
      'Open WhatsApp on your phone.',
      'Open Settings (on Android: ⋮), then Linked devices.',
      'Tap Link a device and point the phone at this code.',
    ],
    created: 'Not linked yet.',
    connecting: 'Connecting…',
    awaiting_pairing: 'Waiting for your phone.',
    linking: 'Your phone is being linked. This takes a moment.',
    offline: 'No connection. Trying again…',
    linkedTitle: 'WhatsApp is linked',
    linkedText: 'You can close this page. Let the phone go online from time to time.',
    pausedTitle: 'No phone can be linked at the moment',
    pausedText: 'Ask where you got this link from, then open it again.',
    overTitle: 'This link is no longer valid',
    overText:
      'If your phone is linked already, there is nothing left to do. Otherwise ask for a new link where you got this one from.',
    failedTitle: 'Linking did not work',
    failedText: 'Ask for a new link where you got this one from.',
    passkeyText:
      'WhatsApp asks this account for a passkey, which only its own apps can check. The devices that are linked already stay valid: do not remove them. Try again in a few days. If another system is linked to this phone, ask where you got this link from whether its link can be brought along.',
    officialText: 'The number can also be connected through Meta, which asks for no passkey.',
    officialButton: 'Connect through Meta',
    officialAsk:
      'The number can also be connected through Meta, which asks for no passkey: ask for it where you got this link from.',
    officialTitle: 'The number is connected',
    officialDone: 'You can close this page.',
    loggedOutTitle: 'The phone is no longer linked',
    invalidPhone: 'Enter the number with its country code.',
    tooMany: 'Too many tries. Wait a minute, then try again.',
    refused: 'WhatsApp gave no code. Check the number, then try again.',
    unavailable: 'This does not work at the moment. Try again shortly.',
    notice:
      'Whoever gave you this link can then read and send messages of this WhatsApp account. Link only if you trust them. You can end it at any time on the phone, under Linked devices.',
    needsScript: 'This page needs JavaScript.',
  },
  /** Precedes a provider's dialog. */
  connect: {
    title: {
      wa: 'Connect WhatsApp',
      fb: 'Connect Facebook',
      ig: 'Connect Instagram',
      tt: 'Connect TikTok',
    } satisfies ByChannel,
    asks: 'Who asks',
    channel: 'What is connected',
    accountKind: {
      wa: 'Your WhatsApp Business number',
      fb: 'Your Facebook Pages and the Instagram accounts linked to them',
      ig: 'Your Instagram accounts and the Facebook Pages linked to them',
      tt: 'Your TikTok account',
    } satisfies ByChannel,
    returns: 'Afterwards you return to',
    meaning: 'On the next page you choose what they may use. They can then read and answer its messages and comments.',
    continue: {
      wa: 'Continue',
      fb: 'Continue to Facebook',
      ig: 'Continue to Facebook',
      tt: 'Continue to TikTok',
    } satisfies ByChannel,
    /** The logins of an Instagram account. */
    ways: {
      facebook: {
        needs:
          'Choose Facebook if the Instagram account is linked to a Facebook Page that you manage and you connect its Messenger too.',
        continue: 'Continue to Facebook',
      },
      instagram: {
        needs: 'You need only your Instagram account, if it is a business or creator account.',
        continue: 'Continue to Instagram',
        kind: 'Your Instagram account',
      },
    },
    notice:
      'Continue only if you know who asks and want to connect your own account with them. If somebody sent you this link unexpectedly, close this page.',
    needsCookie: 'Your browser has to keep a cookie of this page. Allow cookies, then continue.',
  },
  /** Opens Meta's popup for a WhatsApp number. */
  signup: {
    lead: 'A window of Facebook opens. Choose your business and your number there.',
    login: 'Continue with Facebook',
    /** Where a number may also stay on the WhatsApp Business app. */
    ways: {
      app: {
        needs: 'Keep the number in the app, and use it here too. The app can share its chats of the last months.',
        login: 'I use the WhatsApp Business app on my phone',
      },
      other: {
        needs:
          'Or connect another number: it is new, or already belongs to a WhatsApp Business account. It cannot be in an app on a phone.',
      },
    },
    cancelled: 'The window was closed before the end. Nothing was connected.',
    refusedInPopup: 'WhatsApp does not accept the number:',
    noSdk: 'The script of Facebook could not be loaded. Allow it in your browser, then open this page again.',
    working: 'Connecting the number…',
    choose: 'Which number?',
    use: 'Connect this number',
    pinTitle: 'PIN of the number',
    pin: 'Six-digit PIN',
    pinHint:
      'If the number has a PIN for two-step verification, enter it. Otherwise choose one, and keep it: WhatsApp asks for it when the number moves.',
    sixDigits: 'Enter six digits.',
    wrongPin:
      'This is not the PIN of the number. You find the setting in WhatsApp Manager, under Two-step verification.',
    noAnswer: 'WhatsApp did not answer. Enter the PIN once more.',
    register: 'Register the number',
    offline: 'No connection. Nothing is lost.',
    again: 'Try again',
    stoppedTitle: 'The number is not connected',
    stopped: {
      tooManyPins: 'Too many PINs were tried. WhatsApp says:',
      locked: (until: string) => `WhatsApp accepts no registration of this number before ${until}.`,
      notVerified:
        'WhatsApp has not verified the number. Open the link again, and verify it in the window of Facebook.',
      later: 'WhatsApp cannot register the number now. Open the link again in a few minutes.',
      refused: 'WhatsApp does not register the number. It says:',
    },
    back: 'Go back',
    cancel: 'Cancel, and go back',
    needsScript: 'This page needs JavaScript.',
  },
  /** After a request to delete data, which Meta passes on. */
  removal: {
    title: 'Deleted data',
    disconnected: (at: string, count: string) =>
      `Your request of ${at} was carried out: ${count} connected accounts were disconnected, and the access to them was deleted.`,
    nothing: (at: string) =>
      `Your request of ${at} was carried out: no account was connected with this login, and there was no access to delete.`,
    kept: 'Messages and comments are kept by the business that you wrote to or work for; ask it to delete them.',
    unknownTitle: 'Unknown code',
    unknownText: 'No request has this code. Open the address that you got from Facebook or Instagram.',
  },
  /** The first page of a public demo. */
  demo: {
    title: 'Try Parley',
    what: 'You get a workspace of your own, with the customers of a bakery, and a test phone on which you write as one of them.',
    ends: (minutes: string) => `It is deleted after ${minutes} min, with everything in it.`,
    nothingLeaves: 'No message leaves this machine. Write nothing that is confidential.',
    button: 'Try it',
    full: (minutes: string) => `All workspaces are in use. The next one becomes free in ${minutes} min.`,
    tooMany: (minutes: string) => `Too many workspaces were opened from your address. Try again in ${minutes} min.`,
    unavailable: 'The workspace could not be opened. Try again in a moment.',
  },
  /** Follows a link in a mail. */
  recipient: {
    confirm: {
      title: 'Confirm your address',
      question: (address: string) => `Shall ${address} be notified by e-mail of what happens?`,
      button: 'Confirm',
      done: (address: string) => `${address} is confirmed.`,
    },
    off: {
      title: 'Turn mails off',
      question: (address: string) => `Shall ${address} get no more of these mails?`,
      button: 'Turn off',
      done: (address: string) => `${address} gets no more of these mails.`,
    },
    kinds: {
      unattended: 'Waiting customers',
      hand_over: 'Bots that ask for a person',
      mention: 'Notes that mention you',
      channel_disconnected: 'Disconnected channels',
      channel_ends_soon: 'Channels that end soon',
      low_credit: 'Credit',
      webhook_failing: 'Failing webhooks',
      bot_stopped: 'Bots that stopped',
      provider_app_refused: 'Refused apps',
      disk_or_queue_growing: 'Disk and queue',
    } satisfies Record<NotificationKind, string>,
    everything: 'All mails',
  },
};

export type PageTexts = typeof en;
