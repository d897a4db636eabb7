export const SIGN_UP_SENT = 'Open it to finish signing up. It works for 24 hours.'
