import { initialContent } from '#modules/content/content.server.ts';
import { createLog } from '#platform/log/log.server.ts';

/** Name, facts and words of an empty shop, as its emails have them. */
export const mailShop = initialContent(createLog('silent'));
