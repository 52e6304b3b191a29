CREATE TABLE "email_captures" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"trigger" text NOT NULL,
	"discount_percent" integer NOT NULL,
	"code_id" uuid,
	"consent_version" text NOT NULL,
	"resent_at" timestamp with time zone,
	"told_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "email_captures" ADD CONSTRAINT "email_captures_code_id_discount_codes_id_fk" FOREIGN KEY ("code_id") REFERENCES "public"."discount_codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "email_captures_email" ON "email_captures" USING btree ("email","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "email_captures_one_newsletter" ON "email_captures" USING btree ("email") WHERE "email_captures"."trigger" = 'newsletter';--> statement-breakpoint
CREATE INDEX "email_captures_waiting" ON "email_captures" USING btree ("created_at") WHERE "email_captures"."trigger" = 'sold-out' and "email_captures"."told_at" is null;