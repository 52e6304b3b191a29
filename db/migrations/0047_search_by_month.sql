CREATE INDEX CONCURRENTLY "orders_search_by_month" ON "orders" USING gin ((array[date_trunc('month', "placed_at" at time zone 'UTC')]),lower('  ' || "order_number" || '  ' || "email"
    || '  ' || coalesce("customer" ->> 'firstName', '') || ' ' || coalesce("customer" ->> 'lastName', '')
    || '  ' || translate(coalesce("customer" ->> 'phone', ''), ' ()+./-', '')
    || '  ' || coalesce("shipping_address" ->> 'postalCode', '') || '  ' || coalesce("tracking_number", '')) gin_trgm_ops);--> statement-breakpoint
-- How rare a search is decides how it is answered: the planner must know of one order in a thousand.
ALTER INDEX "orders_search_by_month" ALTER COLUMN 2 SET STATISTICS 1000;--> statement-breakpoint
ANALYZE "orders";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "orders_search";
