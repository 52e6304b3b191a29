ALTER TABLE "mails" DROP CONSTRAINT "mails_one_per_order_and_kind";--> statement-breakpoint
ALTER TABLE "mails" ALTER COLUMN "content" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "cause" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_one_per_cause" UNIQUE("kind","order_id","cause");