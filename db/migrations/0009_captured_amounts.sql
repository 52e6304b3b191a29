-- Orders from before the column: their payment fitted the total to the cent.
-- in batches
UPDATE orders SET captured_cents = total_cents WHERE id IN (
  SELECT id FROM orders
  WHERE payment_status IN ('paid', 'partially_refunded', 'refunded') AND captured_cents <> total_cents LIMIT 10000);
--> statement-breakpoint
-- A held payment that fits no checkout is stored with the provider's amount as its total.
UPDATE orders SET captured_cents = total_cents
WHERE payment_status = 'pending' AND payment_intent_id IS NOT NULL
  AND hold_reason IN ('unknown_checkout', 'second_payment', 'snapshot_missing');
