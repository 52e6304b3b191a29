ALTER TABLE "checkouts" ADD COLUMN "hosted_session_id" text;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "exit_code_id" uuid;--> statement-breakpoint
ALTER TABLE "discount_codes" ADD COLUMN "cart_id" uuid;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_exit_code_id_discount_codes_id_fk" FOREIGN KEY ("exit_code_id") REFERENCES "public"."discount_codes"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "checkouts" VALIDATE CONSTRAINT "checkouts_exit_code_id_discount_codes_id_fk";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "checkouts_hosted_session_id_unique" ON "checkouts" USING btree ("hosted_session_id");--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_hosted_session_id_unique" UNIQUE USING INDEX "checkouts_hosted_session_id_unique";