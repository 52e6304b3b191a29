CREATE TABLE "document_series" (
	"mode" text NOT NULL,
	"kind" text NOT NULL,
	"is_on" boolean NOT NULL,
	"prefix" text NOT NULL,
	"next_number" integer DEFAULT 1 NOT NULL,
	"skipped_numbers" integer DEFAULT 0 NOT NULL,
	"last_issued_at" timestamp with time zone,
	CONSTRAINT "document_series_mode_kind_pk" PRIMARY KEY("mode","kind")
);
--> statement-breakpoint
CREATE TABLE "order_documents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"mode" text NOT NULL,
	"kind" text NOT NULL,
	"order_id" uuid NOT NULL,
	"refund_id" uuid,
	"tax_cents" integer,
	"waits_since" timestamp with time zone DEFAULT now() NOT NULL,
	"number" integer,
	"prefix" text,
	"issued_at" timestamp with time zone,
	CONSTRAINT "order_documents_refund_id_unique" UNIQUE("refund_id"),
	CONSTRAINT "order_documents_kind" CHECK (("order_documents"."kind" = 'credit_note') = ("order_documents"."refund_id" is not null)),
	CONSTRAINT "order_documents_numbered" CHECK (num_nulls("order_documents"."number", "order_documents"."prefix", "order_documents"."issued_at") in (0, 3))
);
--> statement-breakpoint
ALTER TABLE "order_documents" ADD CONSTRAINT "order_documents_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_documents" ADD CONSTRAINT "order_documents_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "order_documents_number" ON "order_documents" USING btree ("mode","kind","number");--> statement-breakpoint
CREATE UNIQUE INDEX "order_documents_one_invoice" ON "order_documents" USING btree ("order_id") WHERE "order_documents"."refund_id" is null;--> statement-breakpoint
CREATE INDEX "order_documents_order" ON "order_documents" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_documents_waiting" ON "order_documents" USING btree ("mode","kind","waits_since","id") WHERE "order_documents"."number" is null;--> statement-breakpoint
CREATE INDEX "order_documents_issued" ON "order_documents" USING btree ("mode","issued_at");