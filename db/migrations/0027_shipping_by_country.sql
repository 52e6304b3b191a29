CREATE TABLE "unsold_countries" (
	"country" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "shipping_options" ADD COLUMN "countries" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "shipping_options" ADD COLUMN "free_from_cents" integer;
