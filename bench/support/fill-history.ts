// Statements for what comes beside orders: unpaid checkouts, codes, automated emails, documents,
// stock moves and records. They read `bench_sale`, and assume disabled triggers.

const noBuyer = `'{"contact": null, "shippingAddress": null, "billingAddress": null, "deliveryInstructions": ""}'::jsonb`;

/** A quote version. Its buyer is erased after 30 days, as retention does. */
const quoteBody = `jsonb_build_object('items', '[]'::jsonb, 'shippingOption', null, 'promotion', null, 'code', null,
    'subtotalCents', 5900, 'discountCents', 0, 'shippingCents', 0, 'taxCents', 0, 'tax', null, 'totalCents', 5900,
    'currency', 'usd', 'complete', true)
  || case when placed_at < now() - interval '30 days' then ${noBuyer} else ${noBuyer} || jsonb_build_object('contact',
    jsonb_build_object('email', 'left' || i || '@example.org', 'firstName', 'Mia', 'lastName', 'Rose', 'phone', '')) end`;

/** For each order its own checkout, and one that was left. */
const checkouts = [
  `insert into checkouts (id, cart_id, visitor_ip, state, order_number, payment_intent_id, expires_at, created_at, source, device)
     select pg_temp.id(i, case when was_left then 'left' else 'checkout' end), pg_temp.id(i, case when was_left then 'left cart' else 'cart' end),
       case when placed_at < now() - interval '30 days' then '' else '192.0.2.7' end,
       (case when was_left then 'expired' else 'completed' end)::checkout_state, case when was_left then 'LEFT-' else 'DONE-' end || i,
       case when was_left then 'pi_left_' else 'pi_bench_' end || i, placed_at, placed_at - interval '10 minutes', 'direct', 'phone'
     from bench_sale, (values (true), (false)) as kinds (was_left)`,
  `insert into checkout_snapshots (checkout_id, version, body, total_cents, created_at)
     select pg_temp.id(i, kind), 1, ${quoteBody}, 5900, placed_at from bench_sale, (values ('left'), ('checkout')) as kinds (kind)`,
  `insert into carts (id, token_hash, updated_at)
     select pg_temp.id(i, 'left cart'), 'left ' || i, placed_at from bench_sale where placed_at > now() - interval '90 days'`,
  `insert into stripe_events (id, type, intent_id, received_at)
     select 'evt_bench_' || i, 'payment_intent.succeeded', 'pi_bench_' || i, placed_at from bench_sale
     where placed_at > now() - interval '30 days'`,
];

/** Codes for captured addresses, of which every third is redeemed. */
const codes = [
  `insert into discount_codes (id, code, name, type, value, ends_at, max_uses, used, created_at)
     select pg_temp.id(i, 'code'), 'BACK-' || i, 'Back', 'percent', 1500, placed_at + interval '1 day', 1, case when i % 3 = 0 then 1 else 0 end, placed_at
     from bench_sale where i % 5 = 0`,
  `insert into email_captures (email, trigger, discount_percent, code_id, consent_version, created_at)
     select 'left' || i || '@example.org', 'exit-intent', 15, pg_temp.id(i, 'code'), '2026-11-21', placed_at - interval '1 hour'
     from bench_sale where i % 5 = 0`,
  `insert into discount_redemptions (checkout_id, code_id, customer_key, state, created_at)
     select pg_temp.id(i, 'checkout'), pg_temp.id(i, 'code'), 'left' || i || '@example.org', 'redeemed', placed_at
     from bench_sale where i % 15 = 0`,
];

/** A review request for each delivered order and a reminder for each checkout left with consent. */
const automations = [
  `insert into automation_recipients (id, address_hash, stopped_at, created_at)
     select pg_temp.id(i, 'recipient'), encode(sha256(convert_to('left' || i || '@example.org', 'UTF8')), 'hex'),
       case when i % 50 = 0 then placed_at + interval '20 days' end, placed_at
     from bench_sale where placed_at > now() - interval '365 days' or i % 50 = 0`,
  `insert into automation_emails (recipient_id, kind, about_id, is_sent, created_at)
     select pg_temp.id(i, 'recipient'), 'review_request', pg_temp.id(i, 'order'), true, placed_at + interval '14 days'
     from bench_sale where placed_at between now() - interval '365 days' and now() - interval '13 days'`,
  `insert into automation_emails (recipient_id, kind, about_id, is_sent, created_at)
     select pg_temp.id(i, 'recipient'), 'abandoned_checkout', pg_temp.id(i, 'left'), true, placed_at + interval '4 hours'
     from bench_sale where i % 5 = 0 and placed_at > now() - interval '365 days'`,
  `insert into mails (order_id, kind, to_address, message_id, state, created_at, sent_at)
     select pg_temp.id(i, 'order'), 'review_request',
       case when placed_at > now() - interval '90 days' then 'left' || i || '@example.org' else '' end, 'bench-review-' || i, 'sent', placed_at, placed_at
     from bench_sale where placed_at < now() - interval '13 days'`,
];

/** Documents with numbers, returns, bookings and what the owner did. */
const books = [
  `insert into order_documents (id, mode, kind, order_id, waits_since, number, prefix, issued_at, content)
     select pg_temp.id(i, 'document'), 'sandbox', 'invoice', pg_temp.id(i, 'order'), placed_at, i, 'INV-', placed_at, '{}'
     from bench_sale where i % 2 = 0`,
  `insert into order_returns (order_id, status, reason, lines, requested_at, received_at, closed_at)
     select pg_temp.id(i, 'order'), 'refunded', 'Too bright', '[]', placed_at + interval '8 days', placed_at + interval '12 days',
       placed_at + interval '13 days'
     from bench_sale where i % 33 = 0 and placed_at < now() - interval '13 days'`,
  `insert into balance_transactions (id, mode, category, source_id, payment_intent_id, amount_cents, fee_cents, currency, booked_at)
     select 'txn_bench_' || i, 'sandbox', 'charge', 'ch_bench_' || i, 'pi_bench_' || i, 5900 * quantity, 200, 'usd', placed_at
     from bench_sale where payment not in ('not_required', 'pending')`,
  `insert into mails (order_id, kind, cause, to_address, message_id, state, created_at, sent_at)
     select pg_temp.id(i, 'order'), 'order_refunded', pg_temp.id(i, 'refund')::text, case when placed_at > now() - interval '90 days' then 'to@example.com' else '' end, 'bench-refund-' || i, 'sent',
       placed_at + interval '9 days', placed_at + interval '9 days'
     from bench_sale where payment in ('refunded', 'partially_refunded')`,
  `insert into audit_entries (at, actor_email, action, subject, before, after, request_id)
     select placed_at, 'owner@example.com', 'order.status', 'order:' || i, '{"status": "processing"}', '{"status": "shipped"}', 'bench'
     from bench_sale where i % 4 = 0`,
  `insert into stock_moves (product_id, change, on_hand_after, reason, note, actor_email, at)
     select (select id from products order by created_at, id limit 1), 100, 1000, 'received', '', 'owner@example.com', placed_at
     from bench_sale where i % 100 = 0`,
  `insert into phone_orders (id, email, items, taken_by, created_at, sent_at, expires_at)
     select pg_temp.id(i, 'phone order'), case when placed_at > now() - interval '37 days' then 'to@example.com' end, '[]', 'owner@example.com',
       placed_at, placed_at, placed_at + interval '7 days'
     from bench_sale where i % 200 = 0`,
];

/** Visits, purchases told to an advertiser, webhooks, consents and security events. */
const records = [
  `insert into conversions (event_id, order_id, state, created_at, updated_at)
     select 'bench-' || i, pg_temp.id(i, 'order'), 'sent', placed_at, placed_at from bench_sale where i % 2 = 0`,
  `insert into visit_days (day, kind, key, times, visitors)
     select current_date - day, kind, key, 100, 80 from generate_series(1, 730) day,
       (values ('page', '/'), ('page', '/product'), ('page', '/checkout'), ('step', 'cart'), ('source', 'direct'), ('all', '')) as kinds (kind, key)`,
  `insert into visit_events (day, visitor, kind, key)
     select current_date, 'visitor ' || i, 'page', '/' from bench_sale where placed_at > now() - interval '1 day'`,
  `insert into consents (version, ads, at) select '2026-11-21', i % 2 = 0, placed_at from bench_sale where i % 3 = 0`,
  `insert into security_events (kind, subject, source, hour, last_at)
     select 'sign_in_failed', 'account ' || i, '192.0.2.7', placed_at, placed_at from bench_sale
     where i % 10 = 0 and placed_at > now() - interval '30 days'`,
  `with receiver as (
       insert into webhook_endpoints (url, events, secret, state) values ('https://receiver.example/', '[]', 'secret', 'disabled') returning id)
     insert into webhook_deliveries (endpoint_id, message_id, type, occurrence, order_number, body, state, tries, created_at)
     select receiver.id, 'msg_' || i, 'order.paid', 'order.paid:' || i, 'order ' || i, '', 'delivered', 1, placed_at
     from bench_sale, receiver where placed_at > now() - interval '30 days'`,
];

/** Independent lists of statements, which may run at the same time. */
export const history = [checkouts, codes, automations, books, records];
