CREATE TABLE "tax_quotes" (
	"country" text NOT NULL,
	"state" text NOT NULL,
	"postal_code" text NOT NULL,
	"rate_ppm" integer,
	"inclusive" boolean DEFAULT false NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	CONSTRAINT "tax_quotes_country_state_postal_code_pk" PRIMARY KEY("country","state","postal_code"),
	CONSTRAINT "tax_quotes_within_bounds" CHECK ("tax_quotes"."rate_ppm" between 0 and 1000000)
);
--> statement-breakpoint
CREATE INDEX "tax_quotes_asked_at" ON "tax_quotes" USING btree ("asked_at");