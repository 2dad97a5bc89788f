import { isIPv6 } from 'node:net';

/** Nobody else can reach a loopback address or name: what comes from there is the machine's own user, or a proxy that told no address. */
export function isLoopback(address: string): boolean {
  return /^(127\.[\d.]+|\[?::1\]?|::ffff:127\.[\d.]+|localhost)$/i.test(address);
}

/** Is a site reached from its own machine only, by its address? */
export const isForItself = (publicUrl: string): boolean => isLoopback(new URL(publicUrl).hostname);

/** What one subscriber's addresses have in common: an IPv4 address as it is, of an IPv6 one the network's 64 bits. */
export function originOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%')[0]?.toLowerCase().split('::') ?? [];
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0');
  return `${[...first, ...zeros, ...last].slice(0, 4).join(':')}::/64`;
}
