import type { Settings } from '../env/settings.server.ts';
import { isLoopback } from '../env/environment.ts';

/** Paths that monitors and load balancers open by an IP address. */
const monitored = new Set(['/healthz', '/readyz', '/metrics']);

/** True when the shop answers for a host name and path. */
export type ServedHosts = (host: string, path: string) => boolean;

type AddressSettings = Pick<Settings, 'shopMode' | 'address' | 'allowedHosts'>;

/** Returns the host name of a Host header without its port; '' if it cannot be parsed. */
const hostnameOf = (host: string) => URL.parse(`http://${host}`)?.hostname ?? '';

/**
 * A live shop answers for the hosts of its address and ALLOWED_HOSTS, and for this machine's own
 * names. Until the owner has chosen an address, it answers for every host.
 * Any other host is refused: its name may lead here (DNS rebinding), or a forged Host header may
 * fill a cache. A demo shop answers for every host.
 */
export function servedHosts(settings: AddressSettings): ServedHosts {
  const { shopMode, allowedHosts } = settings;
  if (shopMode !== 'live') return () => true;
  const served = new Set(allowedHosts);
  return (host, path) => {
    const { address } = settings;
    if (address === undefined || monitored.has(path)) return true;
    const hostname = hostnameOf(host);
    return hostname === new URL(address).hostname || served.has(hostname) || isLoopback(hostname);
  };
}
