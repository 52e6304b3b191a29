import { preparedData, startShopServer } from './shop-server.ts';

/** Starts a shop once before all browser stories; each begins with a copy of what it left. */
export default async function prepare() {
  const shop = await startShopServer();
  await shop.terminate();
  process.env[preparedData] = shop.dataDir;
  return () => shop.stop();
}
