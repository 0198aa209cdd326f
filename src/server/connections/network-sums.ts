import { networkOf, widerNetworkOf } from '../http/ip-addresses.ts';

/** A client's network, and the wider one that it is part of; `undefined` if there is no client. */
export type Networks = { network: string | undefined; wider: string | undefined };

/**
 * The connections that a household or an office may have. Of the networks above it, the one with the most connections
 * loses its own first.
 */
const modest = 16;

/**
 * A wider network (`widerNetworkOf`) may have as many times more: it may be one client, who has many IPv6 /64s, or as
 * well a company or the clients of a provider.
 */
const timesWider = 4;

export function networksOf(address: string | undefined): Networks {
  if (address === undefined) return { network: undefined, wider: undefined };
  return { network: networkOf(address), wider: widerNetworkOf(address) };
}

/** Sums of connections, or of bytes, by network and by wider network. */
export class NetworkSums {
  readonly #byNetwork = new Map<string, number>();
  readonly #byWider = new Map<string, number>();

  add({ network, wider }: Networks, change: number): void {
    addTo(this.#byNetwork, network, change);
    addTo(this.#byWider, wider, change);
  }

  of(network: string | undefined): number {
    return sumIn(this.#byNetwork, network);
  }

  /** How much a client weighs by what both of its networks have. */
  weightOf({ network, wider }: Networks): number {
    return sumIn(this.#byNetwork, network) + sumIn(this.#byWider, wider) / timesWider;
  }

  /** The weight of a client by its connections, or 0 if its networks have modestly many. */
  rankOf(networks: Networks): number {
    const isModest = this.of(networks.network) <= modest && sumIn(this.#byWider, networks.wider) <= modest * timesWider;
    return isModest ? 0 : this.weightOf(networks);
  }
}

function sumIn(sums: Map<string, number>, key: string | undefined): number {
  return key === undefined ? 0 : (sums.get(key) ?? 0);
}

function addTo(sums: Map<string, number>, key: string | undefined, change: number): void {
  if (key === undefined) return;
  const sum = (sums.get(key) ?? 0) + change;
  if (sum > 0) sums.set(key, sum);
  else sums.delete(key);
}
