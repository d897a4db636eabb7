/** Email addresses as people write them. */
import { domainToUnicode } from 'node:url'

/** "ada@bücher.example" of "ada@xn--bcher-kva.example" (UTS 46). For people to read: never compare or store it. */
export function formatEmailAddress(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const host = address.slice(at)
  return /(^|\.)xn--/i.test(host) ? address.slice(0, at) + (domainToUnicode(host) || host) : address
}
