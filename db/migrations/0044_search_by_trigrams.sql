-- A trusted extension: who may create objects in the database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "customer_figures_search" ON "customer_figures" USING gin (lower('  ' || "email" || '  ' || "first_name" || ' ' || "last_name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_search" ON "orders" USING gin (lower('  ' || "order_number" || '  ' || "email"
    || '  ' || coalesce("customer" ->> 'firstName', '') || ' ' || coalesce("customer" ->> 'lastName', '')
    || '  ' || translate(coalesce("customer" ->> 'phone', ''), ' ()+./-', '')
    || '  ' || coalesce("shipping_address" ->> 'postalCode', '') || '  ' || coalesce("tracking_number", '')) gin_trgm_ops);--> statement-breakpoint
-- How rare a search is decides how it is answered: the planner must know of one order in a thousand.
ALTER INDEX "customer_figures_search" ALTER COLUMN 1 SET STATISTICS 1000;--> statement-breakpoint
ALTER INDEX "orders_search" ALTER COLUMN 1 SET STATISTICS 1000;--> statement-breakpoint
ANALYZE "customer_figures", "orders";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "customer_figures_email";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "customer_figures_name";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "customer_figures_last_name";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "orders_number_search";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "orders_email_search";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "orders_last_name_search";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "orders_name_search";
