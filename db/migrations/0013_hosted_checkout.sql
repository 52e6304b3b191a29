ALTER TABLE "checkouts" ADD COLUMN "hosted_session_id" text;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_hosted_session_id_unique" UNIQUE("hosted_session_id");