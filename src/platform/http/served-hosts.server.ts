import type { Settings } from '../env/settings.server.ts';
import { isLoopback } from '../env/dangerous-settings.ts';

/** Paths that monitors and load balancers open by an IP address. */
const monitored = new Set(['/healthz', '/readyz', '/metrics']);

/** True when the shop answers for a host name and path. */
export type ServedHosts = (host: string, path: string) => boolean;

/** Host name of a Host header: without its port, '' if it cannot be read. */
const hostnameOf = (host: string) => URL.parse(`http://${host}`)?.hostname ?? '';

/**
 * A live shop answers for the host of PUBLIC_URL, those of ALLOWED_HOSTS, and this machine's own names. A page of another
 * host whose name leads here, or a cache that a forged Host header fills, gets nothing. A demo shop answers for every host.
 */
export function servedHosts({ shopMode, publicUrl, allowedHosts }: Settings): ServedHosts {
  if (shopMode !== 'live') return () => true;
  const served = new Set([new URL(publicUrl).hostname, ...allowedHosts]);
  return (host, path) => {
    if (monitored.has(path)) return true;
    const hostname = hostnameOf(host);
    return served.has(hostname) || isLoopback(hostname);
  };
}
