CREATE TABLE "tax_rates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"country" text NOT NULL,
	"state" text DEFAULT '' NOT NULL,
	"name" text NOT NULL,
	"rate_ppm" integer NOT NULL,
	"inclusive" boolean NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tax_rates_one_per_place" UNIQUE("country","state"),
	CONSTRAINT "tax_rates_within_bounds" CHECK ("tax_rates"."rate_ppm" between 0 and 1000000)
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tax" jsonb;