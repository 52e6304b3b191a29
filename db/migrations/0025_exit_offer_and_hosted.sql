ALTER TABLE "checkouts" ADD COLUMN "hosted_session_id" text;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "exit_code_id" uuid;--> statement-breakpoint
ALTER TABLE "discount_codes" ADD COLUMN "cart_id" uuid;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_exit_code_id_discount_codes_id_fk" FOREIGN KEY ("exit_code_id") REFERENCES "public"."discount_codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_hosted_session_id_unique" UNIQUE("hosted_session_id");