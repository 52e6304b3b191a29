-- The shop has always published free shipping on orders of $100 or more, and no rule kept it once
-- standard shipping has a price. Shops in which it is free already get the rule.
INSERT INTO "promotions" ("kind", "options", "enabled", "position")
SELECT 'free_shipping_over', jsonb_build_object('minGoodsCents', 10000, 'what', 'shipping', 'methods', jsonb_build_array(standard.id)), true, 2
FROM (SELECT id, price_cents FROM shipping_options WHERE is_active ORDER BY sort_order, id LIMIT 1) AS standard
WHERE standard.price_cents = 0 AND NOT EXISTS (SELECT 1 FROM "promotions" WHERE kind = 'free_shipping_over');
