CREATE TABLE "letter_recipients" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"address_hash" text NOT NULL,
	"stopped_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "letter_recipients_address_hash_unique" UNIQUE("address_hash")
);
--> statement-breakpoint
CREATE TABLE "letters" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"recipient_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"about_id" uuid NOT NULL,
	"is_sent" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "letters_one_per_cause" UNIQUE("kind","about_id")
);
--> statement-breakpoint
ALTER TABLE "mails" ALTER COLUMN "content" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "cause" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_recipient_id_letter_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."letter_recipients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "mails_one_per_cause" ON "mails" USING btree ("kind","order_id","cause");--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_one_per_order_and_kind";--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_one_per_cause" UNIQUE USING INDEX "mails_one_per_cause";