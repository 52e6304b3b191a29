import { launchClaims, legalTexts } from '#content/launch.ts';
import { demoAccounts } from '#content/demo-shop.ts';
import { countUsers } from '#modules/accounts/accounts.queries.server.ts';
import { findLatestChange } from '#modules/audit/audit-log.queries.server.ts';
import { compareAtPrice } from '#modules/catalog/price-history.ts';
import { unitPrice } from '#modules/catalog/product.ts';
import { firstActiveProduct } from '#modules/catalog/products.queries.server.ts';
import { countDemoCodes } from '#modules/discounts/discount-codes.queries.server.ts';
import { promotionOffered } from '#modules/discounts/discount-code.ts';
import { defaultSender } from '#modules/email/mail.ts';
import { countFailedMails, lastMailSentAt } from '#modules/email/mail-log.queries.server.ts';
import { countApproved } from '#modules/reviews/reviews.queries.server.ts';
import { countSampleData } from '#modules/sample-data/remove-samples.server.ts';
import { isUnconnected, paymentMode } from '#modules/payments/payment-mode.ts';
import { impliesDeadline } from '#modules/settings/shop-settings.ts';
import { publishedSite } from '#modules/content/content.server.ts';
import { listUnprovenTexts } from '#modules/content/edit-content.server.ts';
import { factsOf, fillVariables } from '#modules/content/template-variables.ts';
import { shopSettings } from '#modules/settings/shop-settings.server.ts';
import { findOwnOrderNumber } from '#modules/orders/list-orders.queries.server.ts';
import { optionsTo } from '#modules/shipping/shipping-terms.ts';
import { findShippingTerms } from '#modules/shipping/shipping-options.queries.server.ts';
import { collectionView } from '#modules/tax/tax-collection.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { mailRecords } from '#platform/dns/mail-records.server.ts';
import { countryName } from '#shared/countries.ts';
import { formatDateTime } from '#shared/shop-time.ts';
import { formatUsd } from '#shared/money.ts';

import { launchSections, senderDomain, type Confirmation, type LaunchChecks } from './launch-checklist.ts';

/** Ids of the items that a person confirms. */
export const confirmableItems = [
  'backups',
  ...launchClaims.filter(({ check }) => check === undefined).map(({ id }) => `claim_${id}`),
  ...legalTexts.map(({ id }) => `legal_${id}`),
];

/** Latest confirmation or withdrawal of an item in the audit log. */
export const latestConfirmation = (db: Db, id: string) => findLatestChange(db, 'launch.confirm', `launch:${id}`);

/** Reads the admins' confirmations from the append-only audit log. The latest entry counts. */
async function listConfirmations(db: Db): Promise<Map<string, Confirmation>> {
  const confirmations = new Map<string, Confirmation>();
  for (const id of confirmableItems) {
    const entry = await latestConfirmation(db, id);
    const note = entry?.after?.note;
    if (entry !== null && typeof note === 'string')
      confirmations.set(id, { note, by: entry.actorEmail, at: formatDateTime(entry.at) });
  }
  return confirmations;
}

async function shippingChecks(db: Db) {
  const { options, soldCountries } = await findShippingTerms(db);
  const unserved = soldCountries.filter((country) => optionsTo(options, country).length === 0);
  return {
    freeOption: options.find(({ priceCents }) => priceCents === 0)?.name ?? null,
    shippingOptions: options.length,
    unservedCountries: unserved.map(countryName),
  };
}

async function productChecks(db: Db) {
  const product = await firstActiveProduct(db);
  const compared = product === null ? null : compareAtPrice(product);
  return {
    product: product === null ? null : `${product.name}, ${formatUsd(unitPrice(product))}`,
    available: product?.available ?? null,
    comparedPrice: compared === null ? null : formatUsd(compared),
    promotionRuns: product !== null && promotionOffered({ ...product, available: null }) !== null,
  };
}

/** Reads the state of the shop for the checklist. `lookUp` queries DNS. */
export async function launchChecks(ctx: Ctx, lookUp: typeof mailRecords = mailRecords): Promise<LaunchChecks> {
  const { db, settings } = ctx;
  const site = await publishedSite(ctx);
  const from = settings.mailFrom ?? defaultSender(site);
  const domain = senderDomain(from);
  const lastMail = await lastMailSentAt(db);
  const { orders, reviews } = await countSampleData(db);
  const { banner, seller } = await shopSettings(db);
  const isCampaign = banner.endsAt !== null && banner.endsAt > ctx.now();
  return {
    ...(await productChecks(db)),
    ...(await shippingChecks(db)),
    ownOrder: await findOwnOrderNumber(db),
    shopMode: settings.shopMode,
    publicUrl: settings.publicUrl,
    payment: isUnconnected(settings) ? 'none' : paymentMode(settings),
    hasSmtp: settings.smtpUrl !== undefined,
    lastMail: lastMail === null ? null : formatDateTime(lastMail),
    failedMails: await countFailedMails(db),
    sender: domain ?? from,
    records: domain === null ? null : await lookUp(domain),
    samples: orders + reviews,
    demoReviews: await countApproved(db, 'demo'),
    ownReviews: await countApproved(db, 'live'),
    demoCodes: await countDemoCodes(db),
    demoAccounts: await countUsers(
      db,
      demoAccounts.map(({ email }) => email),
    ),
    seller: seller.legalName,
    limitsOn: settings.rateLimits === 'on',
    taxCollection: (await collectionView(db)).collection,
    buysHosted: settings.buyNow === 'hosted',
    returnDays: site.facts.returnDays,
    unprovenTexts: await listUnprovenTexts(db),
    bannerClaimsEnd: impliesDeadline(banner.text),
    bannerEnds: isCampaign && banner.endsAt !== null ? formatDateTime(banner.endsAt) : null,
  };
}

/** Reads the checklist with its items' states. */
export async function readChecklist(ctx: Ctx) {
  const ticks = await listConfirmations(ctx.db);
  return {
    sections: launchSections(await launchChecks(ctx), ticks, await launchTexts(ctx)),
    ticked: [...ticks.keys()],
  };
}

/** Claims and legal texts of the checklist, with the shop's facts. */
async function launchTexts(ctx: Ctx) {
  const facts = factsOf(await publishedSite(ctx));
  return { claims: fillVariables(launchClaims, facts), legalTexts };
}
