import { accountMails } from '#modules/accounts/accounts.emails.server.ts';
import type { AuthPorts } from '#modules/accounts/auth-service.server.ts';
import { mergeGuestCart } from '#modules/cart/cart.server.ts';
import { assignCheckout } from '#modules/checkout/checkout.server.ts';
import { enqueueMail } from '#modules/email/enqueue-mail.server.ts';
import { attachGuestOrders } from '#modules/orders/orders.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Limits } from '#platform/limits/limits.server.ts';

/**
 * Gives sign-in the functions of modules that it must not import: emails, the guest's cart and the
 * guest's orders.
 */
export function authPorts(ctx: Ctx, limits: Limits): AuthPorts {
  return {
    limits,
    sendMail: (kind, user, url) => {
      const data = { firstName: user.name.split(' ')[0] ?? '', url, shopUrl: ctx.settings.publicUrl };
      return enqueueMail(ctx.db, ctx, { kind: accountMails[kind], to: user.email, data });
    },
    async onSignIn(user, guestToken) {
      const cartId = guestToken === null ? null : await mergeGuestCart(ctx.db, guestToken, user.id);
      if (cartId !== null) await assignCheckout(ctx.db, cartId, user.id);
      if (user.emailVerified) await attachGuestOrders(ctx.db, user.id, user.email);
    },
  };
}
