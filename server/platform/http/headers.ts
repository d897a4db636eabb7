/** The security headers of every response. Source: web.dev/articles/strict-csp; OWASP ASVS 5.0 V3.4. */

/**
 * Allows this response's own scripts and what they load, no framing, and forms to ourselves and the payment page only.
 * `scripts`: sources that name the scripts, a nonce such as `'nonce-…'` or the hash of each. `google`: whether people
 * may sign in with Google.
 */
export function contentSecurityPolicy(scripts: string[], google: boolean): string {
  return [
    "default-src 'self'",
    `script-src ${scripts.length > 0 ? `${scripts.join(' ')} 'strict-dynamic'` : "'none'"}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    // The buttons to pay and to set up payouts are redirected to Stripe, the one to sign in with Google to Google.
    `form-action 'self' https://checkout.stripe.com https://connect.stripe.com${google ? ' https://accounts.google.com' : ''}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}

/** Leaves headers that are already set. `policy` is null in development, where Vite adds scripts of its own. */
export function setSecurityHeaders(headers: Headers, publicUrl: string, policy: string | null): void {
  const defaults: Record<string, string> = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin', // Not `no-referrer`: browsers then send forms with a null Origin.
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    'x-frame-options': 'DENY',
  }
  if (policy) defaults['content-security-policy'] = policy
  if (publicUrl.startsWith('https:')) defaults['strict-transport-security'] = 'max-age=63072000; includeSubDomains'
  for (const [name, value] of Object.entries(defaults)) if (!headers.has(name)) headers.set(name, value)
}
