/**
 * Which addresses a webhook may go to. Private networks and this machine are allowed, because
 * receivers live there; link-local addresses are not, because that is where clouds answer with
 * their credentials.
 */
import { type AddressRules, checkHost } from '../../kernel/address-policy.ts';
import { AppError } from '../../kernel/errors.ts';

export const webhookAddresses: AddressRules = {
  refused: ['link-local', 'metadata', 'unspecified', 'multicast', 'broadcast'],
  allowed: [],
};

/** Throws INPUT_INVALID for a scheme, name or literal address that no webhook may have. */
export function checkWebhookUrl(text: string): URL {
  const url = URL.parse(text);
  if (!url) throw new AppError('INPUT_INVALID', 'the webhook URL is not a URL');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new AppError('INPUT_INVALID', `a webhook must be http or https, got '${url.protocol}'`);
  }
  try {
    checkHost(url.hostname, webhookAddresses);
  } catch (cause) {
    throw new AppError('INPUT_INVALID', `a webhook must not go to '${url.hostname}'`, { cause });
  }
  return url;
}
