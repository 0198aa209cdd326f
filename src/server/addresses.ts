import { BlockList, isIP, isIPv6 } from 'node:net';

export type Addresses = { has(address: string): boolean };

export const noAddresses: Addresses = { has: () => false };

/** @returns `undefined` for a list that holds anything but addresses and networks (`10.0.0.0/8`), set apart by commas */
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

export function isAddress(text: string): boolean {
  return isIP(text) !== 0;
}

/**
 * Whom an address stands for when attempts are counted: of IPv6 the first 64 bits, as whoever has one address has all
 * that begin with them.
 */
export function networkOf(address: string): string {
  const [, mapped] = /^::ffff:([\d.]+)$/i.exec(address) ?? [];
  if (mapped || !isIPv6(address)) return mapped ?? address;
  const [head = '', tail = ''] = address.replace(/%.*$/, '').split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const missing = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const groups = [...before, ...missing, ...after].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

const bitsOf = { ipv4: 32, ipv6: 128 } as const;

function familyOf(address: string): keyof typeof bitsOf | undefined {
  const version = isIP(address);
  if (version === 0) return undefined;
  return version === 4 ? 'ipv4' : 'ipv6';
}
