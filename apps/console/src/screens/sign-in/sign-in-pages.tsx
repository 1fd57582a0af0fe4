export { FormerRedirectPage } from './former-redirect-page.tsx';
export { JoinPage } from './join-page.tsx';
export { NewPasswordPage } from './new-password-page.tsx';
export { SignInPage } from './sign-in-page.tsx';
export { SingleSignOnPage } from './single-sign-on-page.tsx';
