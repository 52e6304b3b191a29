CREATE TABLE "order_packages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"carrier_name" text,
	"tracking_number" text NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_packages_number" UNIQUE("order_id","tracking_number"),
	CONSTRAINT "order_packages_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action
);
--> statement-breakpoint
CREATE INDEX "order_packages_by_number" ON "order_packages" USING btree ("tracking_number");
