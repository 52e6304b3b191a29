-- A live shop that has sold is set up. Its home page stays the dashboard.
INSERT INTO "shop_settings" ("key", "value", "updated_at")
SELECT 'launch', jsonb_build_object('finishedAt', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')), now()
WHERE EXISTS (SELECT FROM "orders" WHERE NOT "is_sample")
ON CONFLICT ("key") DO NOTHING;
