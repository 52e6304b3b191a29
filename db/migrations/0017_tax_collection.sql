CREATE TABLE "tax_collection" (
	"country" text NOT NULL,
	"state" text DEFAULT '' NOT NULL,
	"collects" boolean NOT NULL,
	CONSTRAINT "tax_collection_country_state_pk" PRIMARY KEY("country","state")
);
--> statement-breakpoint
-- A shop that sells keeps collecting everywhere. It sells if an order was paid with live keys, or if it has
-- orders and never was a demo, which alone has codes for trying out. All others are asked.
INSERT INTO "tax_collection" ("country", "state", "collects")
SELECT region.country, region.state, true FROM (
  SELECT 'US' AS country, unnest(ARRAY[
    'AL', 'AK', 'AS', 'AZ', 'AR', 'AA', 'AE', 'AP', 'CA', 'CO', 'CT', 'DE', 'DC', 'FL', 'GA', 'GU', 'HI',
    'ID', 'IL', 'IN', 'IA', 'KS', 'KY', 'LA', 'ME', 'MD', 'MA', 'MI', 'MN', 'MS', 'MO', 'MT', 'NE', 'NV',
    'NH', 'NJ', 'NM', 'NY', 'NC', 'ND', 'MP', 'OH', 'OK', 'OR', 'PA', 'PR', 'RI', 'SC', 'SD', 'TN', 'TX',
    'VI', 'UT', 'VT', 'VA', 'WA', 'WV', 'WI', 'WY'
  ]) AS state
  UNION ALL SELECT 'CA', unnest(ARRAY[
    'AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'NT', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT'
  ])
  UNION ALL VALUES ('GB', ''), ('AU', '')
) AS region
WHERE EXISTS (SELECT FROM orders WHERE payment_mode = 'live' AND NOT is_sample)
  OR (
    EXISTS (SELECT FROM orders WHERE NOT is_sample)
    AND NOT EXISTS (SELECT FROM discount_codes WHERE demo_only)
  );
