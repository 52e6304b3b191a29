import type { Settings } from '#platform/env/settings.server.ts';
import { StartUpError } from '#platform/env/start-up-error.ts';

import { fine, problem, type Finding } from './finding.ts';
import {
  databaseFindings,
  edgeFinding,
  freeFinding,
  mailFinding,
  providerFinding,
  taxFindings,
} from './service-checks.server.ts';
import { buyNowFinding, keysFinding, nodeFinding, proxyFinding, publicUrlFinding } from './setting-checks.ts';

function settingsOr(read: () => Settings): Settings | Finding {
  try {
    return read();
  } catch (error) {
    if (error instanceof StartUpError) return problem(error.message);
    throw error;
  }
}

/** Checks everything that the shop depends on. Changes nothing and sends no mail. */
export async function runChecks(read: () => Settings, nodeVersion: string): Promise<Finding[]> {
  const node = nodeFinding(nodeVersion);
  const settings = settingsOr(read);
  if ('state' in settings) return [node, settings];
  const keys = keysFinding(settings);
  const isUsable = keys.state !== 'problem';
  const asksProvider = settings.stripeSecretKey !== undefined && isUsable;
  return [
    node,
    fine(`The settings are valid for a ${settings.shopMode} shop.`),
    publicUrlFinding(settings),
    proxyFinding(settings),
    keys,
    ...(asksProvider ? [await providerFinding(settings)] : []),
    ...(await taxFindings(settings, settings.tax)),
    buyNowFinding(settings),
    await edgeFinding(settings),
    ...(await databaseFindings(settings, isUsable)),
    await freeFinding(settings),
    await mailFinding(settings),
  ];
}
