-- Similarity of texts, for the searches of the admin.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TYPE "public"."app_role" AS ENUM('admin', 'customer');--> statement-breakpoint
CREATE TYPE "public"."checkout_state" AS ENUM('open', 'awaiting_payment', 'payment_processing', 'completed', 'expired');--> statement-breakpoint
CREATE TYPE "public"."conversion_state" AS ENUM('waiting', 'sent', 'failed');--> statement-breakpoint
CREATE TYPE "public"."discount_type" AS ENUM('percent', 'fixed', 'free_shipping', 'free_order');--> statement-breakpoint
CREATE TYPE "public"."redemption_state" AS ENUM('held', 'redeemed', 'released');--> statement-breakpoint
CREATE TYPE "public"."mail_state" AS ENUM('queued', 'sent', 'failed');--> statement-breakpoint
CREATE TYPE "public"."order_status" AS ENUM('pending', 'confirmed', 'processing', 'shipped', 'in_transit', 'out_for_delivery', 'delivered', 'completed', 'cancelled');--> statement-breakpoint
CREATE TYPE "public"."payment_status" AS ENUM('pending', 'paid', 'partially_refunded', 'refunded', 'failed', 'not_required');--> statement-breakpoint
CREATE TYPE "public"."refund_status" AS ENUM('pending', 'succeeded', 'failed');--> statement-breakpoint
CREATE TYPE "public"."return_status" AS ENUM('requested', 'received', 'refunded', 'declined');--> statement-breakpoint
CREATE TYPE "public"."review_image_kind" AS ENUM('image/jpeg', 'image/png', 'image/webp');--> statement-breakpoint
CREATE TYPE "public"."review_origin" AS ENUM('demo', 'live');--> statement-breakpoint
CREATE TYPE "public"."webhook_delivery_state" AS ENUM('pending', 'delivered', 'failed');--> statement-breakpoint
CREATE TYPE "public"."webhook_endpoint_state" AS ENUM('active', 'disabled');--> statement-breakpoint
CREATE TABLE "consents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"version" text NOT NULL,
	"ads" boolean NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "credentials" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_staff_grade" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"address_confirmed_at" timestamp with time zone,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "devices_user_id_token_hash_pk" PRIMARY KEY("user_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"display_name" text NOT NULL,
	"phone" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_addresses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"street" text NOT NULL,
	"line2" text DEFAULT '' NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"postal_code" text NOT NULL,
	"country" text NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "security_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"account_id" text DEFAULT '' NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"account_hash" text DEFAULT '' NOT NULL,
	CONSTRAINT "security_events_once_an_hour" UNIQUE("kind","subject","account_id","source","hour")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"token" text NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "sign_ups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"password" text NOT NULL,
	"device_hash" text NOT NULL,
	"next" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "two_factors" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"user_id" uuid NOT NULL,
	"verified" boolean DEFAULT false NOT NULL,
	"failed_verification_count" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone,
	"last_step" integer,
	CONSTRAINT "two_factors_user_id_unique" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "user_roles" (
	"user_id" uuid NOT NULL,
	"role" "app_role" NOT NULL,
	CONSTRAINT "user_roles_user_id_role_pk" PRIMARY KEY("user_id","role")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"two_factor_enabled" boolean DEFAULT false NOT NULL,
	"must_secure" boolean DEFAULT false NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customer_figures" (
	"id" text PRIMARY KEY NOT NULL,
	"is_guest" boolean NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"paid_orders" integer DEFAULT 0 NOT NULL,
	"spent_cents" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "visit_days" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"times" integer NOT NULL,
	"visitors" integer NOT NULL,
	CONSTRAINT "visit_days_day_kind_key_pk" PRIMARY KEY("day","kind","key")
);
--> statement-breakpoint
CREATE TABLE "visit_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"visitor" text NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "visit_salts" (
	"day" date PRIMARY KEY NOT NULL,
	"salt" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"hash" text NOT NULL,
	"scopes" jsonb NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "api_keys_prefix_unique" UNIQUE("prefix"),
	CONSTRAINT "api_keys_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid,
	"actor_email" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"request_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shopping_carts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"cart_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shopping_carts_one_line_per_product" UNIQUE("cart_id","product_id"),
	CONSTRAINT "shopping_carts_quantity" CHECK ("shopping_carts"."quantity" between 1 and 99)
);
--> statement-breakpoint
CREATE TABLE "carts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" text,
	"token_hash" text,
	"session_id" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"buyer" text,
	CONSTRAINT "carts_customer_id_unique" UNIQUE("customer_id"),
	CONSTRAINT "carts_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "price_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"price_cents" integer NOT NULL,
	"sale_price_cents" integer,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"reference_price_cents" integer
);
--> statement-breakpoint
CREATE TABLE "product_image_files" (
	"image_id" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "product_image_files_image_id_name_pk" PRIMARY KEY("image_id","name")
);
--> statement-breakpoint
CREATE TABLE "product_images" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"product_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"alt" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"widths" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"price_cents" integer NOT NULL,
	"sale_price_cents" integer,
	"image_url" text NOT NULL,
	"features" jsonb NOT NULL,
	"specifications" json NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"on_hand" integer,
	"reserved" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reference_price_cents" integer,
	CONSTRAINT "products_price_positive" CHECK ("products"."price_cents" > 0 and "products"."sale_price_cents" >= 0),
	CONSTRAINT "products_reserved_within_stock" CHECK ("products"."reserved" >= 0 and ("products"."on_hand" is null or "products"."reserved" <= "products"."on_hand"))
);
--> statement-breakpoint
CREATE TABLE "stock_moves" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"change" integer,
	"on_hand_after" integer,
	"reason" text NOT NULL,
	"note" text NOT NULL,
	"actor_email" text NOT NULL,
	"key" uuid,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_moves_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "checkout_snapshots" (
	"checkout_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"body" jsonb NOT NULL,
	"total_cents" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "checkout_snapshots_checkout_id_version_pk" PRIMARY KEY("checkout_id","version")
);
--> statement-breakpoint
CREATE TABLE "checkouts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"cart_id" uuid NOT NULL,
	"customer_id" text,
	"visitor_ip" text NOT NULL,
	"state" "checkout_state" DEFAULT 'open' NOT NULL,
	"attempt" integer DEFAULT 1 NOT NULL,
	"order_number" text NOT NULL,
	"payment_intent_id" text,
	"client_secret" text,
	"snapshot_version" integer DEFAULT 1 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"intent_base_version" integer,
	"busy_until" timestamp with time zone,
	"stuck_since" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"hosted_session_id" text,
	"exit_code_id" uuid,
	"next_check_at" timestamp with time zone DEFAULT now() NOT NULL,
	"checks" integer DEFAULT 0 NOT NULL,
	"payment_unknown_at" timestamp with time zone,
	CONSTRAINT "checkouts_order_number_unique" UNIQUE("order_number"),
	CONSTRAINT "checkouts_payment_intent_id_unique" UNIQUE("payment_intent_id"),
	CONSTRAINT "checkouts_hosted_session_id_unique" UNIQUE("hosted_session_id")
);
--> statement-breakpoint
CREATE TABLE "reservations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"checkout_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"reserved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reservations_one_per_product" UNIQUE("checkout_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "contact_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"handled_at" timestamp with time zone,
	"is_spam" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_replies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"message_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"author_email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agreed_visits" (
	"checkout_id" uuid PRIMARY KEY NOT NULL,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL,
	"source_url" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversions" (
	"event_id" text PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"state" "conversion_state" DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "conversions_order_id_unique" UNIQUE("order_id")
);
--> statement-breakpoint
CREATE TABLE "discount_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"type" "discount_type" NOT NULL,
	"value" integer DEFAULT 0 NOT NULL,
	"min_subtotal_cents" integer DEFAULT 0 NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"max_uses" integer,
	"max_uses_per_customer" integer,
	"used" integer DEFAULT 0 NOT NULL,
	"held" integer DEFAULT 0 NOT NULL,
	"demo_only" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"cart_id" uuid,
	CONSTRAINT "discount_codes_code_unique" UNIQUE("code"),
	CONSTRAINT "discount_codes_within_max_uses" CHECK ("discount_codes"."used" >= 0 and "discount_codes"."held" >= 0 and ("discount_codes"."max_uses" is null or "discount_codes"."used" + "discount_codes"."held" <= "discount_codes"."max_uses"))
);
--> statement-breakpoint
CREATE TABLE "discount_redemptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"checkout_id" uuid NOT NULL,
	"code_id" uuid NOT NULL,
	"customer_key" text,
	"state" "redemption_state" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "discount_redemptions_once_per_checkout" UNIQUE("checkout_id","code_id")
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid,
	"kind" text NOT NULL,
	"to_address" text NOT NULL,
	"content" jsonb,
	"message_id" text NOT NULL,
	"state" "mail_state" DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"subject" text,
	"html" text,
	"text" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"cause" text DEFAULT '' NOT NULL,
	"refusals" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "mails_message_id_unique" UNIQUE("message_id"),
	CONSTRAINT "mails_one_per_cause" UNIQUE("kind","order_id","cause")
);
--> statement-breakpoint
CREATE TABLE "routine_logs" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "routine_logs_user_id_day_pk" PRIMARY KEY("user_id","day")
);
--> statement-breakpoint
CREATE TABLE "progress_photos" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "automation_emails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"recipient_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"about_id" uuid NOT NULL,
	"is_sent" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "automation_emails_one_per_cause" UNIQUE("kind","about_id")
);
--> statement-breakpoint
CREATE TABLE "automation_recipients" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"address_hash" text NOT NULL,
	"stopped_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "automation_recipients_address_hash_unique" UNIQUE("address_hash")
);
--> statement-breakpoint
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
CREATE TABLE "experiments" (
	"id" text PRIMARY KEY NOT NULL,
	"is_on" boolean DEFAULT false NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"provider_id" text NOT NULL,
	"payment_intent_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"reason" text NOT NULL,
	"status" text NOT NULL,
	"evidence_due_at" timestamp with time zone,
	"hold_before" text,
	"stated_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "disputes_provider_id_unique" UNIQUE("provider_id")
);
--> statement-breakpoint
CREATE TABLE "order_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"type" text NOT NULL,
	"status" "order_status",
	"message" text NOT NULL,
	"location" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_items" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"name" text NOT NULL,
	"image_url" text NOT NULL,
	"quantity" integer NOT NULL,
	"unit_price_cents" integer NOT NULL,
	"discount_cents" integer NOT NULL,
	"tax_cents" integer NOT NULL,
	"total_cents" integer NOT NULL,
	"restocked_quantity" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "order_items_restocked_within_sold" CHECK ("order_items"."restocked_quantity" >= 0 and "order_items"."restocked_quantity" <= "order_items"."quantity")
);
--> statement-breakpoint
CREATE TABLE "order_returns" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"status" "return_status" DEFAULT 'requested' NOT NULL,
	"reason" text NOT NULL,
	"lines" jsonb NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"label_url" text,
	"label_sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_number" text NOT NULL,
	"checkout_id" uuid NOT NULL,
	"payment_intent_id" text,
	"customer_id" text,
	"email" text NOT NULL,
	"status" "order_status" NOT NULL,
	"payment_status" "payment_status" NOT NULL,
	"hold_reason" text,
	"customer" jsonb NOT NULL,
	"shipping_address" jsonb NOT NULL,
	"billing_address" jsonb NOT NULL,
	"delivery_instructions" text DEFAULT '' NOT NULL,
	"shipping" jsonb,
	"code" jsonb,
	"promotion" jsonb,
	"subtotal_cents" integer NOT NULL,
	"discount_cents" integer NOT NULL,
	"shipping_cents" integer NOT NULL,
	"tax_cents" integer NOT NULL,
	"total_cents" integer NOT NULL,
	"carrier_name" text,
	"tracking_number" text,
	"placed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"shipped_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tax" jsonb,
	"captured_cents" integer DEFAULT 0 NOT NULL,
	"returned_cents" integer DEFAULT 0 NOT NULL,
	"stock_taken" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"payment_method" jsonb,
	CONSTRAINT "orders_order_number_unique" UNIQUE("order_number"),
	CONSTRAINT "orders_checkout_id_unique" UNIQUE("checkout_id"),
	CONSTRAINT "orders_payment_intent_id_unique" UNIQUE("payment_intent_id")
);
--> statement-breakpoint
CREATE TABLE "orders_to_forget" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"alias" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"payment_intent_id" text NOT NULL,
	"key" text NOT NULL,
	"provider_id" text,
	"amount_cents" integer NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"status" "refund_status" DEFAULT 'pending' NOT NULL,
	"failure" text,
	"attempt" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refunds_provider_id_unique" UNIQUE("provider_id"),
	CONSTRAINT "refunds_key" UNIQUE("payment_intent_id","key"),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "payments_to_forget" (
	"payment_intent_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stripe_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"intent_id" text,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "retention_runs" (
	"part" text PRIMARY KEY NOT NULL,
	"ran_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_complete" boolean NOT NULL,
	"complete_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "promotions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"options" jsonb NOT NULL,
	"enabled" boolean DEFAULT false NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"position" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "helpful_votes" (
	"review_id" uuid NOT NULL,
	"visitor_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "helpful_votes_review_id_visitor_key_pk" PRIMARY KEY("review_id","visitor_key")
);
--> statement-breakpoint
CREATE TABLE "review_images" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"review_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"kind" "review_image_kind" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"product_id" uuid NOT NULL,
	"rating" integer NOT NULL,
	"title" text,
	"content" text NOT NULL,
	"reviewer_name" text,
	"customer_id" text,
	"verified_purchase" boolean DEFAULT false NOT NULL,
	"is_approved" boolean DEFAULT false NOT NULL,
	"origin" "review_origin" NOT NULL,
	"helpful_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"rejected_at" timestamp with time zone,
	"rejection_reason" text,
	"rejection_note" text,
	"reply" text,
	"replied_at" timestamp with time zone,
	CONSTRAINT "reviews_rating_in_stars" CHECK ("reviews"."rating" between 1 and 5),
	CONSTRAINT "reviews_rejected_or_approved" CHECK (not ("reviews"."is_approved" and "reviews"."rejected_at" is not null)),
	CONSTRAINT "reviews_helpful_not_negative" CHECK ("reviews"."helpful_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "shop_settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shipping_options" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"price_cents" integer NOT NULL,
	"estimated_days_min" integer NOT NULL,
	"estimated_days_max" integer NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"sort_order" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "tax_rates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"country" text NOT NULL,
	"state" text DEFAULT '' NOT NULL,
	"name" text NOT NULL,
	"rate_ppm" integer NOT NULL,
	"inclusive" boolean NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"source" text DEFAULT 'sales-tax package' NOT NULL,
	CONSTRAINT "tax_rates_one_per_place" UNIQUE("country","state"),
	CONSTRAINT "tax_rates_within_bounds" CHECK ("tax_rates"."rate_ppm" between 0 and 1000000)
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"message_id" text NOT NULL,
	"type" text NOT NULL,
	"occurrence" text NOT NULL,
	"order_number" text NOT NULL,
	"body" text NOT NULL,
	"state" "webhook_delivery_state" DEFAULT 'pending' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_deliveries_occurrence" UNIQUE("endpoint_id","occurrence")
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"url" text NOT NULL,
	"events" jsonb NOT NULL,
	"secret" text NOT NULL,
	"state" "webhook_endpoint_state" DEFAULT 'active' NOT NULL,
	"disabled_why" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_tries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"delivery_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"status" integer,
	"error" text,
	"ms" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "write_probes" (
	"filler" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_runs" (
	"job" text PRIMARY KEY NOT NULL,
	"every_seconds" integer,
	"succeeded_at" timestamp with time zone DEFAULT now() NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "rate_limit_points" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "sandbox_answers" (
	"idempotency_key" text PRIMARY KEY NOT NULL,
	"fingerprint" text NOT NULL,
	"status" integer NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_events" (
	"id" text PRIMARY KEY NOT NULL,
	"body" text NOT NULL,
	"copies" integer DEFAULT 1 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"delivered_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sandbox_intents" (
	"id" text PRIMARY KEY NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_objects" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"intent_id" text,
	"body" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_id_users_id_fk" FOREIGN KEY ("id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_addresses" ADD CONSTRAINT "saved_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shopping_carts" ADD CONSTRAINT "shopping_carts_cart_id_carts_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."carts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shopping_carts" ADD CONSTRAINT "shopping_carts_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_changes" ADD CONSTRAINT "price_changes_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_image_files" ADD CONSTRAINT "product_image_files_image_id_product_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."product_images"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_moves" ADD CONSTRAINT "stock_moves_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_snapshots" ADD CONSTRAINT "checkout_snapshots_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_exit_code_id_discount_codes_id_fk" FOREIGN KEY ("exit_code_id") REFERENCES "public"."discount_codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_replies" ADD CONSTRAINT "contact_replies_message_id_contact_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."contact_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_redemptions" ADD CONSTRAINT "discount_redemptions_code_id_discount_codes_id_fk" FOREIGN KEY ("code_id") REFERENCES "public"."discount_codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "routine_logs" ADD CONSTRAINT "routine_logs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "progress_photos" ADD CONSTRAINT "progress_photos_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_emails" ADD CONSTRAINT "automation_emails_recipient_id_automation_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."automation_recipients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_captures" ADD CONSTRAINT "email_captures_code_id_discount_codes_id_fk" FOREIGN KEY ("code_id") REFERENCES "public"."discount_codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_returns" ADD CONSTRAINT "order_returns_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders_to_forget" ADD CONSTRAINT "orders_to_forget_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "helpful_votes" ADD CONSTRAINT "helpful_votes_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_images" ADD CONSTRAINT "review_images_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_tries" ADD CONSTRAINT "webhook_tries_delivery_id_webhook_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."webhook_deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credentials_user" ON "credentials" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "saved_addresses_user" ON "saved_addresses" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_addresses_one_default" ON "saved_addresses" USING btree ("user_id") WHERE "saved_addresses"."is_default";--> statement-breakpoint
CREATE INDEX "security_events_kind" ON "security_events" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "security_events_last" ON "security_events" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sign_ups_email" ON "sign_ups" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "customer_figures_since" ON "customer_figures" USING btree ("is_guest","since","id");--> statement-breakpoint
CREATE INDEX "customer_figures_search_by_words" ON "customer_figures" USING gin (lower('  ' || "email" || '  ' || case when octet_length("first_name" || ' ' || "last_name") = char_length("first_name" || ' ' || "last_name") then lower("first_name" || ' ' || "last_name") else translate(lower("first_name" || ' ' || "last_name"), 'àáâãäåçèéêëìíîïñòóôõöùúûüýÿāăąćĉċčďēĕėęěĝğġģĥĩīĭįĵķĺļľńņňōŏőŕŗřśŝşšţťũūŭůűųŵŷźżžơưșțạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹøłđħıÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝŸĀĂĄĆĈĊČĎĒĔĖĘĚĜĞĠĢĤĨĪĬĮĴĶĹĻĽŃŅŇŌŎŐŔŖŘŚŜŞŠŢŤŨŪŬŮŰŲŴŶŹŻŽƠƯȘȚẠẢẤẦẨẪẬẮẰẲẴẶẸẺẼẾỀỂỄỆỈỊỌỎỐỒỔỖỘỚỜỞỠỢỤỦỨỪỬỮỰỲỴỶỸØŁĐĦ̧̨̛̣̤̥̦̀́̂̃̄̅̆̇̈̉̊̋̌', 'aaaaaaceeeeiiiinooooouuuuyyaaaccccdeeeeegggghiiiijklllnnnooorrrssssttuuuuuuwyzzzoustaaaaaaaaaaaaeeeeeeeeiioooooooooooouuuuuuuyyyyoldhiaaaaaaceeeeiiiinooooouuuuyyaaaccccdeeeeegggghiiiijklllnnnooorrrssssttuuuuuuwyzzzoustaaaaaaaaaaaaeeeeeeeeiioooooooooooouuuuuuuyyyyoldh') end) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "visit_events_day" ON "visit_events" USING btree ("day","kind","key");--> statement-breakpoint
CREATE INDEX "audit_entries_subject" ON "audit_entries" USING btree ("subject","id");--> statement-breakpoint
CREATE INDEX "audit_entries_actor" ON "audit_entries" USING btree ("actor_email","id");--> statement-breakpoint
CREATE INDEX "audit_entries_kind" ON "audit_entries" USING btree (split_part("subject", ':', 1),"id");--> statement-breakpoint
CREATE INDEX "shopping_carts_product" ON "shopping_carts" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "carts_buyer" ON "carts" USING btree ("buyer");--> statement-breakpoint
CREATE INDEX "price_changes_product" ON "price_changes" USING btree ("product_id","at");--> statement-breakpoint
CREATE INDEX "product_images_product" ON "product_images" USING btree ("product_id","position");--> statement-breakpoint
CREATE INDEX "stock_moves_product" ON "stock_moves" USING btree ("product_id","id");--> statement-breakpoint
CREATE INDEX "checkout_snapshots_naming" ON "checkout_snapshots" USING btree ("checkout_id","version") WHERE '{"contact":null,"shippingAddress":null,"billingAddress":null,"deliveryInstructions":""}'::jsonb || "checkout_snapshots"."body" <> "checkout_snapshots"."body" || '{"contact":null,"shippingAddress":null,"billingAddress":null,"deliveryInstructions":""}'::jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "checkouts_one_live_per_cart" ON "checkouts" USING btree ("cart_id") WHERE "checkouts"."state" in ('open', 'awaiting_payment', 'payment_processing');--> statement-breakpoint
CREATE INDEX "checkouts_by_cart" ON "checkouts" USING btree ("cart_id","created_at");--> statement-breakpoint
CREATE INDEX "checkouts_exit_offers" ON "checkouts" USING btree ("created_at") WHERE "checkouts"."exit_code_id" is not null;--> statement-breakpoint
CREATE INDEX "checkouts_live_by_expiry" ON "checkouts" USING btree ("expires_at") WHERE "checkouts"."state" in ('open', 'awaiting_payment', 'payment_processing');--> statement-breakpoint
CREATE INDEX "checkouts_live_by_check" ON "checkouts" USING btree ("next_check_at") WHERE "checkouts"."state" in ('open', 'awaiting_payment', 'payment_processing');--> statement-breakpoint
CREATE INDEX "checkouts_payment_unknown" ON "checkouts" USING btree ("payment_unknown_at") WHERE "checkouts"."payment_unknown_at" is not null;--> statement-breakpoint
CREATE INDEX "contact_replies_message" ON "contact_replies" USING btree ("message_id","created_at");--> statement-breakpoint
CREATE INDEX "conversions_state" ON "conversions" USING btree ("state");--> statement-breakpoint
CREATE INDEX "discount_redemptions_customer" ON "discount_redemptions" USING btree ("code_id","customer_key");--> statement-breakpoint
CREATE INDEX "mails_newest" ON "mails" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "mails_kind" ON "mails" USING btree ("kind","created_at");--> statement-breakpoint
CREATE INDEX "mails_queued" ON "mails" USING btree ("kind") WHERE "mails"."state" = 'queued';--> statement-breakpoint
CREATE INDEX "mails_order" ON "mails" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "mails_queued_of_recipient" ON "mails" USING btree ("to_address","created_at") WHERE "mails"."state" = 'queued';--> statement-breakpoint
CREATE INDEX "mails_failed" ON "mails" USING btree ("created_at") WHERE "mails"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "progress_photos_user" ON "progress_photos" USING btree ("user_id","day","created_at");--> statement-breakpoint
CREATE INDEX "automation_emails_newest" ON "automation_emails" USING btree ("kind","created_at");--> statement-breakpoint
CREATE INDEX "automation_emails_recipient" ON "automation_emails" USING btree ("recipient_id","kind","created_at");--> statement-breakpoint
CREATE INDEX "email_captures_email" ON "email_captures" USING btree ("email","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "email_captures_one_newsletter" ON "email_captures" USING btree ("email") WHERE "email_captures"."trigger" = 'newsletter';--> statement-breakpoint
CREATE INDEX "email_captures_newest" ON "email_captures" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "email_captures_told" ON "email_captures" USING btree ("told_at") WHERE "email_captures"."told_at" > "email_captures"."created_at";--> statement-breakpoint
CREATE INDEX "email_captures_waiting" ON "email_captures" USING btree ("created_at") WHERE "email_captures"."trigger" = 'sold-out' and "email_captures"."told_at" is null;--> statement-breakpoint
CREATE INDEX "disputes_payment" ON "disputes" USING btree ("payment_intent_id");--> statement-breakpoint
CREATE INDEX "order_events_order" ON "order_events" USING btree ("order_id","at");--> statement-breakpoint
CREATE INDEX "order_items_order" ON "order_items" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_returns_order" ON "order_returns" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "order_returns_one_open" ON "order_returns" USING btree ("order_id") WHERE "order_returns"."status" in ('requested', 'received');--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("placed_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "orders_customer" ON "orders" USING btree ("customer_id","placed_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "orders_email" ON "orders" USING btree ("email","placed_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "orders_status" ON "orders" USING btree ("status","placed_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "orders_payment_status" ON "orders" USING btree ("payment_status","placed_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "orders_held" ON "orders" USING btree ("placed_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "orders"."hold_reason" is not null;--> statement-breakpoint
CREATE INDEX "orders_to_complete" ON "orders" USING btree ("delivered_at") WHERE "orders"."status" = 'delivered';--> statement-breakpoint
CREATE INDEX "orders_search_by_words" ON "orders" USING gin ((array[date_trunc('month', "placed_at" at time zone 'UTC')]),lower('  ' || "order_number" || '  ' || "email"
    || '  ' || case when octet_length(coalesce("customer" ->> 'firstName', '') || ' ' || coalesce("customer" ->> 'lastName', '')) = char_length(coalesce("customer" ->> 'firstName', '') || ' ' || coalesce("customer" ->> 'lastName', '')) then lower(coalesce("customer" ->> 'firstName', '') || ' ' || coalesce("customer" ->> 'lastName', '')) else translate(lower(coalesce("customer" ->> 'firstName', '') || ' ' || coalesce("customer" ->> 'lastName', '')), 'àáâãäåçèéêëìíîïñòóôõöùúûüýÿāăąćĉċčďēĕėęěĝğġģĥĩīĭįĵķĺļľńņňōŏőŕŗřśŝşšţťũūŭůűųŵŷźżžơưșțạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹøłđħıÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝŸĀĂĄĆĈĊČĎĒĔĖĘĚĜĞĠĢĤĨĪĬĮĴĶĹĻĽŃŅŇŌŎŐŔŖŘŚŜŞŠŢŤŨŪŬŮŰŲŴŶŹŻŽƠƯȘȚẠẢẤẦẨẪẬẮẰẲẴẶẸẺẼẾỀỂỄỆỈỊỌỎỐỒỔỖỘỚỜỞỠỢỤỦỨỪỬỮỰỲỴỶỸØŁĐĦ̧̨̛̣̤̥̦̀́̂̃̄̅̆̇̈̉̊̋̌', 'aaaaaaceeeeiiiinooooouuuuyyaaaccccdeeeeegggghiiiijklllnnnooorrrssssttuuuuuuwyzzzoustaaaaaaaaaaaaeeeeeeeeiioooooooooooouuuuuuuyyyyoldhiaaaaaaceeeeiiiinooooouuuuyyaaaccccdeeeeegggghiiiijklllnnnooorrrssssttuuuuuuwyzzzoustaaaaaaaaaaaaeeeeeeeeiioooooooooooouuuuuuuyyyyoldh') end
    || '  ' || translate(coalesce("customer" ->> 'phone', ''), ' ()+./-', '')
    || '  ' || coalesce("shipping_address" ->> 'postalCode', '') || '  ' || coalesce("tracking_number", '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "refunds_pending" ON "refunds" USING btree ("updated_at") WHERE "refunds"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "review_images_review" ON "review_images" USING btree ("review_id","position");--> statement-breakpoint
CREATE INDEX "reviews_shown" ON "reviews" USING btree ("product_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "reviews"."is_approved";--> statement-breakpoint
CREATE INDEX "reviews_waiting" ON "reviews" USING btree ("created_at") WHERE not "reviews"."is_approved";--> statement-breakpoint
CREATE INDEX "tax_quotes_asked_at" ON "tax_quotes" USING btree ("asked_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_newest" ON "webhook_deliveries" USING btree ("created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("next_at") WHERE "webhook_deliveries"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_tries_delivery" ON "webhook_tries" USING btree ("delivery_id","id");--> statement-breakpoint
CREATE INDEX "sandbox_events_due" ON "sandbox_events" USING btree ("next_at") WHERE "sandbox_events"."delivered_at" is null;--> statement-breakpoint
CREATE INDEX "sandbox_intents_created" ON "sandbox_intents" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sandbox_objects_intent" ON "sandbox_objects" USING btree ("intent_id","kind");--> statement-breakpoint
CREATE INDEX "sandbox_objects_created" ON "sandbox_objects" USING btree ("kind","created_at");--> statement-breakpoint
CREATE MATERIALIZED VIEW "public"."sales_by_day" AS (
  select day, sum(orders)::integer as orders, sum(paid_orders)::integer as paid_orders,
    sum(revenue_cents)::bigint as revenue_cents, sum(accounts)::integer as accounts, sum(guests)::integer as guests,
    now() as counted_at
  from (
    select (placed_at at time zone 'UTC')::date as day, count(*) as orders,
      count(*) filter (where payment_status in ('paid', 'partially_refunded', 'refunded')) as paid_orders,
      coalesce(sum(captured_cents - returned_cents)
        filter (where payment_status in ('paid', 'partially_refunded', 'refunded')), 0) as revenue_cents,
      0 as accounts, 0 as guests
    from orders group by 1
    union all
    select (since at time zone 'UTC')::date, 0, 0, 0, count(*) filter (where not is_guest), count(*) filter (where is_guest)
    from customer_figures group by 1
  ) counted
  group by day);--> statement-breakpoint
CREATE MATERIALIZED VIEW "public"."sales_by_product" AS (
  select i.product_id, max(i.name) as name, sum(i.quantity)::integer as units,
    sum(case when o.total_cents > 0
      then round((o.captured_cents - o.returned_cents)::numeric * i.total_cents / o.total_cents) else 0 end)::bigint as revenue_cents
  from order_items i join orders o on o.id = i.order_id
  where o.payment_status in ('paid', 'partially_refunded', 'refunded')
  group by i.product_id);--> statement-breakpoint

-- More statistics, so that the planner estimates the matches of a search.
ALTER INDEX "customer_figures_search_by_words" ALTER COLUMN 1 SET STATISTICS 1000;--> statement-breakpoint
ALTER INDEX "orders_search_by_words" ALTER COLUMN 2 SET STATISTICS 1000;--> statement-breakpoint

-- A materialized view can be refreshed concurrently only with a unique index.
CREATE UNIQUE INDEX "sales_by_day_key" ON "sales_by_day" ("day");--> statement-breakpoint
CREATE UNIQUE INDEX "sales_by_product_key" ON "sales_by_product" ("product_id");--> statement-breakpoint

-- The shop starts with Buy 2 Get 1.
INSERT INTO "promotions" ("kind", "options", "enabled") VALUES ('buy_x_get_y', '{"buy": 2, "free": 1}', true);--> statement-breakpoint

-- Each process drops its cached public pages when something that they show changes.
CREATE FUNCTION notify_pages_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('pages_changed', '');
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER experiments_pages_changed AFTER INSERT OR DELETE OR UPDATE ON experiments
  FOR EACH STATEMENT EXECUTE FUNCTION notify_pages_changed();--> statement-breakpoint
CREATE TRIGGER product_images_pages_changed AFTER INSERT OR DELETE OR UPDATE ON product_images
  FOR EACH STATEMENT EXECUTE FUNCTION notify_pages_changed();--> statement-breakpoint
CREATE TRIGGER promotions_pages_changed AFTER INSERT OR DELETE OR UPDATE ON promotions
  FOR EACH STATEMENT EXECUTE FUNCTION notify_pages_changed();--> statement-breakpoint
CREATE TRIGGER review_images_pages_changed AFTER INSERT OR DELETE OR UPDATE ON review_images
  FOR EACH STATEMENT EXECUTE FUNCTION notify_pages_changed();--> statement-breakpoint
CREATE TRIGGER reviews_pages_changed AFTER INSERT OR DELETE OR UPDATE ON reviews
  FOR EACH STATEMENT EXECUTE FUNCTION notify_pages_changed();--> statement-breakpoint
CREATE TRIGGER shipping_options_pages_changed AFTER INSERT OR DELETE OR UPDATE ON shipping_options
  FOR EACH STATEMENT EXECUTE FUNCTION notify_pages_changed();--> statement-breakpoint
CREATE TRIGGER shop_settings_pages_changed AFTER INSERT OR DELETE OR UPDATE ON shop_settings
  FOR EACH STATEMENT EXECUTE FUNCTION notify_pages_changed();--> statement-breakpoint
CREATE TRIGGER products_pages_changed AFTER INSERT OR DELETE ON products
  FOR EACH STATEMENT EXECUTE FUNCTION notify_pages_changed();--> statement-breakpoint
CREATE TRIGGER products_pages_changed_row
  AFTER UPDATE OF id, name, description, price_cents, sale_price_cents, reference_price_cents, image_url, features,
    specifications, is_active, created_at ON products
  FOR EACH ROW WHEN (to_jsonb(old.*) - '{on_hand,reserved}'::text[] IS DISTINCT FROM to_jsonb(new.*) - '{on_hand,reserved}'::text[])
  EXECUTE FUNCTION notify_pages_changed();--> statement-breakpoint

-- Pages show stock up to 99 units.
CREATE TRIGGER products_pages_changed_stock AFTER UPDATE OF on_hand, reserved ON products
  FOR EACH ROW WHEN (
    (old.on_hand IS NULL) IS DISTINCT FROM (new.on_hand IS NULL)
    OR LEAST(old.on_hand - old.reserved, 99) IS DISTINCT FROM LEAST(new.on_hand - new.reserved, 99)
  ) EXECUTE FUNCTION notify_pages_changed();--> statement-breakpoint

-- Every price is recorded, because a crossed-out price must have been asked.
CREATE FUNCTION record_price_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR NEW.price_cents <> OLD.price_cents OR NEW.sale_price_cents IS DISTINCT FROM OLD.sale_price_cents THEN
    INSERT INTO price_changes (product_id, price_cents, sale_price_cents, reference_price_cents)
    VALUES (NEW.id, NEW.price_cents, NEW.sale_price_cents, NEW.reference_price_cents);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER products_price_changed AFTER INSERT OR UPDATE OF price_cents, sale_price_cents ON products
  FOR EACH ROW EXECUTE FUNCTION record_price_change();--> statement-breakpoint

-- Ledgers are append-only.
CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is only added to', TG_TABLE_NAME;
END $$;--> statement-breakpoint
CREATE TRIGGER price_changes_append_only BEFORE DELETE OR UPDATE ON price_changes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();--> statement-breakpoint
CREATE TRIGGER stock_moves_append_only BEFORE DELETE OR UPDATE ON stock_moves
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();--> statement-breakpoint
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit entries are only added';
END $$;--> statement-breakpoint
CREATE TRIGGER audit_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();--> statement-breakpoint
CREATE FUNCTION refuse_security_event_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.last_at < now() - interval '30 days' THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'security events are only added, and kept for 30 days';
END $$;--> statement-breakpoint
CREATE TRIGGER security_events_append_only BEFORE DELETE OR UPDATE ON security_events
  FOR EACH ROW EXECUTE FUNCTION refuse_security_event_change();--> statement-breakpoint
CREATE TRIGGER security_events_never_emptied BEFORE TRUNCATE ON security_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_security_event_change();--> statement-breakpoint

-- Customer figures follow orders, accounts and names: one row per account, and one per email of guests.
CREATE FUNCTION order_is_paid(o orders) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT o.payment_status IN ('paid', 'partially_refunded', 'refunded')
$$;--> statement-breakpoint
CREATE FUNCTION order_revenue(o orders) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN order_is_paid(o) THEN o.captured_cents - o.returned_cents ELSE 0 END::bigint
$$;--> statement-breakpoint
CREATE FUNCTION add_guest_figures(o orders, times integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO customer_figures AS c (id, is_guest, email, first_name, last_name, since, orders, paid_orders, spent_cents)
  VALUES (o.email, true, o.email, coalesce(o.customer ->> 'firstName', ''), coalesce(o.customer ->> 'lastName', ''), o.placed_at,
    times, times * order_is_paid(o)::integer, times * order_revenue(o))
  ON CONFLICT (id) DO UPDATE SET
    first_name = CASE WHEN times > 0 THEN excluded.first_name ELSE c.first_name END,
    last_name = CASE WHEN times > 0 THEN excluded.last_name ELSE c.last_name END,
    since = least(c.since, excluded.since),
    orders = c.orders + excluded.orders,
    paid_orders = c.paid_orders + excluded.paid_orders,
    spent_cents = c.spent_cents + excluded.spent_cents;
  IF times < 0 THEN
    DELETE FROM customer_figures WHERE id = o.email AND orders = 0;
  END IF;
END $$;--> statement-breakpoint
CREATE FUNCTION add_order_figures(o orders, times integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF o.customer_id IS NOT NULL THEN
    UPDATE customer_figures SET
      orders = orders + times,
      paid_orders = paid_orders + times * order_is_paid(o)::integer,
      spent_cents = spent_cents + times * order_revenue(o)
    WHERE id = o.customer_id;
  ELSIF o.email <> '' THEN
    PERFORM add_guest_figures(o, times);
  END IF;
END $$;--> statement-breakpoint
CREATE FUNCTION update_order_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op <> 'INSERT' THEN PERFORM add_order_figures(old, -1); END IF;
  IF tg_op <> 'DELETE' THEN PERFORM add_order_figures(new, 1); END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION update_account_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'DELETE' THEN
    DELETE FROM customer_figures WHERE id = old.id::text;
  ELSIF tg_op = 'UPDATE' THEN
    UPDATE customer_figures SET email = new.email WHERE id = new.id::text;
  ELSE
    INSERT INTO customer_figures (id, is_guest, email, first_name, last_name, since)
    VALUES (new.id::text, false, new.email, new.name, '', new.created_at);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION update_name_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE customer_figures SET first_name = new.first_name, last_name = new.last_name WHERE id = new.id::text;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER orders_figures AFTER INSERT OR DELETE ON orders FOR EACH ROW EXECUTE FUNCTION update_order_figures();--> statement-breakpoint
CREATE TRIGGER orders_figures_changed AFTER UPDATE ON orders FOR EACH ROW WHEN (
  old.payment_status IS DISTINCT FROM new.payment_status OR old.captured_cents IS DISTINCT FROM new.captured_cents
  OR old.returned_cents IS DISTINCT FROM new.returned_cents OR old.total_cents IS DISTINCT FROM new.total_cents
  OR old.customer_id IS DISTINCT FROM new.customer_id OR old.email IS DISTINCT FROM new.email
  OR old.placed_at IS DISTINCT FROM new.placed_at
) EXECUTE FUNCTION update_order_figures();--> statement-breakpoint
CREATE TRIGGER profiles_figures AFTER INSERT OR UPDATE OF first_name, last_name ON profiles
  FOR EACH ROW EXECUTE FUNCTION update_name_figures();--> statement-breakpoint
CREATE TRIGGER users_figures AFTER INSERT OR DELETE OR UPDATE OF email ON users
  FOR EACH ROW EXECUTE FUNCTION update_account_figures();
