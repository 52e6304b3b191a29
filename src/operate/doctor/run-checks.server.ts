import { checkKeys } from '#modules/payments/check-keys.server.ts';
import type { Settings } from '#platform/env/settings.server.ts';
import { StartUpError } from '#platform/env/start-up-error.ts';

import { fine, problem, type Finding } from './finding.ts';
import {
  databaseFindings,
  edgeFinding,
  freeFinding,
  connectionsFinding,
  mailFinding,
  taxFindings,
} from './service-checks.server.ts';
import { buyNowFinding, nodeFinding, proxyFinding, publicUrlFinding } from './setting-checks.ts';

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
  const connections = await connectionsFinding(settings);
  const keys = await checkKeys(settings);
  const isUsable = keys.every(({ state }) => state !== 'problem');
  return [
    node,
    fine(`The settings are valid for a ${settings.shopMode} shop.`),
    publicUrlFinding(settings),
    proxyFinding(settings),
    ...connections,
    ...keys,
    ...(await taxFindings(settings, settings.tax)),
    buyNowFinding(settings),
    await edgeFinding(settings),
    ...(await databaseFindings(settings, isUsable)),
    await freeFinding(settings),
    await mailFinding(settings),
  ];
}
