import { initialContent } from '#modules/content/content.server.ts';

/** Name, facts and words of an empty shop, as its emails have them. */
export const mailShop = initialContent();
