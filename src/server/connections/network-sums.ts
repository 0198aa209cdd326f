import { networkOf, widerNetworkOf } from '../http/ip-addresses.ts';

/** A client's network, and the wider network around it; both are `undefined` if there is no client. */
export type Networks = { network: string | undefined; wider: string | undefined };

/**
 * How many connections a household or an office may have. Of the networks that have more, the largest loses connections
 * first.
 */
const modest = 16;

/**
 * A wider network (`widerNetworkOf`) may have `modest` times this many connections. It may be one client with many IPv6
 * /64s, but also a company or the clients of a provider.
 */
const timesWider = 4;

export function networksOf(address: string | undefined): Networks {
  if (address === undefined) return { network: undefined, wider: undefined };
  return { network: networkOf(address), wider: `around ${widerNetworkOf(address)}` };
}

/** Sums of connections, or of bytes, by network and by wider network. */
export class NetworkSums {
  readonly #sums = new Map<string, number>();

  add({ network, wider }: Networks, change: number): void {
    for (const key of [network, wider]) {
      if (key === undefined) continue;
      const sum = this.of(key) + change;
      if (sum > 0) this.#sums.set(key, sum);
      else this.#sums.delete(key);
    }
  }

  of(network: string | undefined): number {
    return (network !== undefined && this.#sums.get(network)) || 0;
  }

  /** Returns the client's weight: the sum of its network, plus the sum of its wider network divided by `timesWider`. */
  weightOf({ network, wider }: Networks): number {
    return this.of(network) + this.of(wider) / timesWider;
  }

  /** Returns the client's weight if either network has more connections than it may have; otherwise 0. */
  rankOf(networks: Networks): number {
    const isModest = this.of(networks.network) <= modest && this.of(networks.wider) <= modest * timesWider;
    return isModest ? 0 : this.weightOf(networks);
  }
}
