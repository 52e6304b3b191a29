CREATE TABLE "promotions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"options" jsonb NOT NULL,
	"enabled" boolean DEFAULT false NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"position" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- "Buy 2 Get 1 Free" of the product that the shop sells becomes the first promotion, on or off as it was.
INSERT INTO "promotions" ("kind", "options", "enabled", "starts_at", "ends_at")
SELECT 'buy_x_get_y', '{"buy": 2, "free": 1}', coalesce(p.promotion_is_on, true), p.promotion_starts_at, p.promotion_ends_at
FROM (SELECT 1) AS shop LEFT JOIN LATERAL (
  SELECT promotion_is_on, promotion_starts_at, promotion_ends_at FROM products ORDER BY is_active DESC, created_at, id LIMIT 1
) AS p ON true;
--> statement-breakpoint
-- Public pages name them: every process drops what it keeps.
CREATE TRIGGER promotions_pages_changed AFTER INSERT OR UPDATE OR DELETE ON promotions
  FOR EACH STATEMENT EXECUTE FUNCTION notify_pages_changed();
--> statement-breakpoint
ALTER TABLE "products" DROP COLUMN "promotion_is_on";--> statement-breakpoint
ALTER TABLE "products" DROP COLUMN "promotion_starts_at";--> statement-breakpoint
ALTER TABLE "products" DROP COLUMN "promotion_ends_at";