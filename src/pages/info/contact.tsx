import { Link } from 'react-router';

import { useSite } from '#modules/content/ui/use-site.ts';
import { contactInput, contactRefusals } from '#modules/contact/contact-message.schema.ts';
import { contactFailed, orderSubject, type ContactMessage } from '#modules/contact/contact-message.ts';
import { sendContactMessage } from '#modules/contact/send-message.server.ts';
import { ContactForm, notSubmitted, type ContactResult } from '#modules/contact/contact-form.tsx';
import type { Contact } from '#modules/content/contact.schema.ts';
import { shownSeller } from '#modules/settings/shop-settings.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import type { FormResponse } from '#ui/form-response.ts';
import { Heading } from '#ui/heading.tsx';

import { formAction, withParsedFields, formError, replyFromResult } from '../forms/form-action.server.ts';
import { UnsavedWork } from '../forms/unsaved-work.tsx';
import { pageContent } from '../page-content.server.ts';
import { pageMeta } from '../page-meta.ts';
import type { Route } from './+types/contact.ts';

/** Prefills the order number from an order's link. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const page = context.get(pageRequest);
  const [seller, { contact: texts, seo }] = await Promise.all([shownSeller(page.ctx), pageContent(page)]);
  return { texts, seo: seo.contact, seller, subject: orderSubject(new URL(request.url).searchParams.get('order')) };
}

const untyped: ContactMessage = { name: '', email: '', subject: '', message: '' };

const send = withParsedFields(contactInput, async ({ ctx, limits, visitor }, message) => {
  try {
    return replyFromResult(await sendContactMessage(ctx, limits, { ...message, ip: visitor.ip }), contactRefusals, '');
  } catch (error) {
    ctx.log.error({ err: error, requestId: visitor.requestId }, 'contact message not stored');
    return { ...formError(contactFailed), status: 500 };
  }
});

/** Handles the form before hydration. */
export const action = formAction({ contact: send });

function contactOutcome({ ok, issues, message }: FormResponse): ContactResult {
  return { sent: ok, issues, problem: ok || Object.keys(issues).length > 0 ? null : message };
}

export function meta(args: Route.MetaArgs) {
  const { texts, seo } = args.loaderData;
  return pageMeta(args, { ...seo, description: texts.description, path: '/contact' });
}

const waysFrom = ({ supportEmail, supportHours }: ReturnType<typeof useSite>) => [
  { title: 'Email', text: supportEmail, href: `mailto:${supportEmail}` },
  { title: 'Support hours', text: supportHours, href: null },
  { title: 'Our reply', text: 'Within 24 hours', href: null },
];

function Ways({ seller }: { seller: readonly string[] }) {
  return (
    <dl className="space-y-5">
      {waysFrom(useSite()).map(({ title: name, text, href }) => (
        <div key={name} className="border-t border-gold/40 pt-3">
          <dt className="text-sm text-soft">{name}</dt>
          <dd className="text-lg">
            {href === null ? (
              text
            ) : (
              <a href={href} className="break-words py-1 text-berry underline-offset-4 hover:underline">
                {text}
              </a>
            )}
          </dd>
        </div>
      ))}
      {seller.length === 0 ? null : (
        <div className="border-t border-gold/40 pt-3">
          <dt className="text-sm text-soft">Company details</dt>
          <dd className="text-lg whitespace-pre-line">{seller.join('\n')}</dd>
        </div>
      )}
    </dl>
  );
}

function Quicker({ title: heading, links }: Contact['quicker']) {
  return (
    <nav aria-labelledby="quicker" className="mt-10">
      <Heading id="quicker" title={heading} className="text-2xl" />
      <ul className="mt-2">
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className="inline-block py-1.5 text-berry underline underline-offset-4">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export default function ContactPage({ loaderData, actionData }: Route.ComponentProps) {
  const typed = { ...untyped, subject: loaderData.subject, ...actionData?.values };
  const outcome = actionData === undefined ? notSubmitted : contactOutcome(actionData);
  return (
    <div className="mx-auto grid max-w-6xl gap-x-16 gap-y-8 px-5 pt-12 sm:px-6 md:pt-20 lg:grid-cols-[5fr_7fr] lg:grid-rows-[auto_1fr]">
      <div>
        <h1 className="text-5xl md:text-6xl">Get in Touch</h1>
        <p className="mt-5 text-lg text-soft">{loaderData.texts.lead}</p>
      </div>
      <div className="rounded-card border border-line bg-white p-6 shadow-lift sm:p-10 lg:row-span-2 lg:self-start">
        <ContactForm typed={typed} start={outcome} />
        <UnsavedWork />
      </div>
      <div>
        <Ways seller={loaderData.seller} />
        <Quicker {...loaderData.texts.quicker} />
      </div>
    </div>
  );
}
