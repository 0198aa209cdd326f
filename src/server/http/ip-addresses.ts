import { BlockList, isIP, isIPv6, SocketAddress } from 'node:net';
import { expandIPv6 } from 'hono/utils/ipaddr';

export type Addresses = { has(address: string): boolean };

export const noAddresses: Addresses = { has: () => false };

/**
 * Reads a list of addresses and networks (`10.0.0.0/8`), separated by commas.
 * @returns `undefined` if any entry is neither an address nor a network
 */
export function readAddresses(list: string): Addresses | undefined {
  const known = new BlockList();
  for (const entry of list.split(',')) {
    const [, address = '', prefix] = /^\s*([^/\s]+)(?:\/(\d{1,3}))?\s*$/.exec(entry) ?? [];
    const family = familyOf(address);
    if (!family || Number(prefix ?? 0) > bitsOf[family]) return undefined;
    known.addSubnet(address, Number(prefix ?? bitsOf[family]), family);
  }
  return {
    has(address) {
      const family = familyOf(address);
      return family !== undefined && known.check(address, family);
    },
  };
}

/**
 * Reads an address as proxies write it. It may have the client's port (`203.0.113.1:5000`, `[2001:db8::1]:443`),
 * brackets, quotes (RFC 7239, 6), or a zone that only the proxy knows (`fe80::1%eth0`).
 * @returns the address alone, in its usual form; `undefined` if the text is no address
 */
export function readAddress(text: string): string | undefined {
  const bare = /^"(.*)"$/.exec(text)?.[1] ?? text;
  const [, inBrackets, dotted] = /^(?:\[([^\]]*)\]|((?:::ffff:)?[\d.]+))(?::\d{1,5})?$/i.exec(bare) ?? [];
  const address = inBrackets ?? dotted ?? bare;
  if (isIPv6(address)) {
    // Removes the zone, because SocketAddress may throw for an address with a zone.
    return unmapped(new SocketAddress({ address: address.replace(/%.*/s, ''), family: 'ipv6' }).address);
  }
  return inBrackets === undefined && isIP(address) !== 0 ? address : undefined;
}

/**
 * Returns the key by which connections and attempts are counted: an IPv4 address, or the first 64 bits of an IPv6
 * address. An IPv6 client usually controls all addresses with the same 64 bits.
 */
export function networkOf(address: string): string {
  return isIPv6(unmapped(address)) ? firstGroups(address, 4) : unmapped(address);
}

/**
 * Returns the wider network: the first 24 bits of an IPv4 address, or the first 48 of an IPv6 address. It may belong to
 * one household, school or company.
 */
export function widerNetworkOf(address: string): string {
  const plain = unmapped(address);
  if (isIPv6(plain)) return firstGroups(plain, 3);
  return isIP(plain) === 0 ? plain : `${plain.slice(0, plain.lastIndexOf('.'))}.0/24`;
}

/** Turns an IPv4-mapped IPv6 address, as a dual-stack server sees it, into the IPv4 address. */
function unmapped(address: string): string {
  // Runs for every request: most addresses need no regular expression.
  if (!address.includes(':')) return address;
  return /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address;
}

/** Returns the first groups (16 bits each) of an IPv6 address, as a network such as `2001:db8:0:1::/64`. */
function firstGroups(address: string, count: number): string {
  const groups = expandIPv6(address.replace(/%.*/s, '')).split(':', count);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/${16 * count}`;
}

const bitsOf = { ipv4: 32, ipv6: 128 } as const;

function familyOf(address: string): keyof typeof bitsOf | undefined {
  const version = isIP(address);
  if (version === 0) return undefined;
  return version === 4 ? 'ipv4' : 'ipv6';
}
