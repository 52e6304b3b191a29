ALTER TABLE "mails" ADD COLUMN "dismissed_at" timestamp with time zone;--> statement-breakpoint
-- A corrected name of a guest reaches the list of customers.
CREATE OR REPLACE TRIGGER orders_figures_changed AFTER UPDATE ON orders FOR EACH ROW WHEN (
  old.payment_status IS DISTINCT FROM new.payment_status OR old.captured_cents IS DISTINCT FROM new.captured_cents
  OR old.returned_cents IS DISTINCT FROM new.returned_cents OR old.total_cents IS DISTINCT FROM new.total_cents
  OR old.customer_id IS DISTINCT FROM new.customer_id OR old.email IS DISTINCT FROM new.email
  OR old.customer IS DISTINCT FROM new.customer OR old.placed_at IS DISTINCT FROM new.placed_at
) EXECUTE FUNCTION update_order_figures();
