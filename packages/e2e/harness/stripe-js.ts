import type { BrowserContext, Page, Route } from '@playwright/test'

/**
 * Stands for Stripe's script: one field for the number, with Stripe's words about it, and the tokens of its test cards. It
 * runs where the real one would, so the page's content security policy decides whether it may.
 */
const script = `
  const tokens = { '4242424242424242': 'tok_visa', '5555555555554444': 'tok_mastercard',
    '4000000000000002': 'tok_chargeDeclined', '4000000000000341': 'tok_chargeCustomerFail' };
  window.Stripe = Object.assign(() => ({
    _registerWrapper() {},
    elements: () => ({
      create: () => {
        const listeners = {};
        const input = document.createElement('input');
        input.setAttribute('aria-label', 'Card number');
        input.style.cssText = 'width:100%;min-height:40px;border:0;background:none;color:inherit;font:inherit;outline-offset:4px';
        input.placeholder = '1234 1234 1234 1234';
        input.addEventListener('input', () => {
          const isWrong = /[^0-9 ]/.test(input.value);
          listeners.change?.({ error: isWrong ? { message: 'Your card number is invalid.' } : undefined });
        });
        return {
          input,
          on: (name, listener) => { listeners[name] = listener; },
          mount: (element) => { element.append(input); setTimeout(() => listeners.ready?.()); },
          focus: () => input.focus(),
          destroy: () => input.remove(),
        };
      },
    }),
    createToken: async ({ input }) => {
      const id = tokens[input.value.replaceAll(' ', '')];
      return id ? { token: { id } } : { error: { message: 'Your card number is incomplete.' } };
    },
  }), { version: 'endive' });
`

export const cards = {
  visa: '4242 4242 4242 4242',
  mastercard: '5555 5555 5555 4444',
  declined: '4000 0000 0000 0002',
} as const

interface StripeJs {
  /** How often Stripe was called. */
  requests: () => number
  /** From now on it does not load, as where something blocks it; or does again. */
  block: (isBlocked: boolean) => void
}

/** Serves the script at its address. */
export const serveStripeJs = async (target: BrowserContext | Page): Promise<StripeJs> => {
  let count = 0
  let isBlocked = false
  await target.route('https://*.stripe.com/**', (route: Route) => {
    count += 1
    return isBlocked ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: script })
  })
  return { requests: () => count, block: (blocked) => (isBlocked = blocked) }
}
