-- What each figure lacks is counted in one statement, at one moment, and added to it: whatever is sold or folded meanwhile adds
-- its own, so nobody waits and the order does not matter. Statements that overwrite do so only where nobody else has.
CREATE OR REPLACE FUNCTION rebuild_figures() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Two that count at once would each add what is missing.
  PERFORM pg_advisory_xact_lock(7220512);
  DELETE FROM customer_figures c WHERE NOT is_guest AND NOT EXISTS (SELECT FROM users u WHERE u.id::text = c.id);
  -- An account that is deleted meanwhile waits for its row here and takes it along.
  INSERT INTO customer_figures (id, is_guest, email, first_name, last_name, since)
  SELECT u.id::text, false, u.email, coalesce(p.first_name, u.name), coalesce(p.last_name, ''), u.created_at
  FROM users u LEFT JOIN profiles p ON p.id = u.id
  WHERE NOT EXISTS (SELECT FROM customer_figures c WHERE c.id = u.id::text)
  FOR SHARE OF u
  ON CONFLICT (id) DO NOTHING;
  WITH counted AS (
    SELECT coalesce(o.customer_id, o.email) AS id, o.customer_id IS NULL AS is_guest, min(o.email) AS email,
      (array_agg(coalesce(customer ->> 'firstName', '') ORDER BY placed_at DESC))[1] AS first_name,
      (array_agg(coalesce(customer ->> 'lastName', '') ORDER BY placed_at DESC))[1] AS last_name,
      min(placed_at) AS since, count(*) AS orders, count(*) FILTER (WHERE order_is_paid(o)) AS paid, sum(order_revenue(o)) AS cents
    FROM orders o
    WHERE o.email <> '' AND o.customer_id IS NULL OR EXISTS (SELECT FROM users u WHERE u.id::text = o.customer_id)
    GROUP BY 1, 2
  ), lacking AS (
    SELECT coalesce(n.id, c.id) AS id, coalesce(n.is_guest, c.is_guest) AS is_guest, coalesce(n.email, c.email) AS email,
      coalesce(n.first_name, c.first_name) AS first_name, coalesce(n.last_name, c.last_name) AS last_name,
      coalesce(n.since, c.since) AS since, coalesce(n.orders, 0) - coalesce(c.orders, 0) AS orders,
      coalesce(n.paid, 0) - coalesce(c.paid_orders, 0) AS paid, coalesce(n.cents, 0) - coalesce(c.spent_cents, 0) AS cents
    FROM counted n FULL JOIN customer_figures c ON c.id = n.id
  )
  INSERT INTO customer_figures AS c (id, is_guest, email, first_name, last_name, since, orders, paid_orders, spent_cents)
  SELECT * FROM lacking WHERE orders <> 0 OR paid <> 0 OR cents <> 0 ORDER BY id
  ON CONFLICT (id) DO UPDATE SET
    orders = c.orders + excluded.orders,
    paid_orders = c.paid_orders + excluded.paid_orders,
    spent_cents = c.spent_cents + excluded.spent_cents;
  DELETE FROM customer_figures WHERE is_guest AND orders = 0;
  UPDATE customer_figures c SET email = n.email, first_name = n.first_name, last_name = n.last_name, since = n.since
  FROM (
    SELECT u.id::text AS id, u.email, coalesce(p.first_name, u.name) AS first_name, coalesce(p.last_name, '') AS last_name,
      u.created_at AS since
    FROM users u LEFT JOIN profiles p ON p.id = u.id
    UNION ALL
    SELECT email, email, (array_agg(coalesce(customer ->> 'firstName', '') ORDER BY placed_at DESC))[1],
      (array_agg(coalesce(customer ->> 'lastName', '') ORDER BY placed_at DESC))[1], min(placed_at)
    FROM orders WHERE customer_id IS NULL AND email <> '' GROUP BY email
  ) n, customer_figures seen
  WHERE n.id = c.id AND seen.id = c.id
    AND (c.email, c.first_name, c.last_name, c.since) IS DISTINCT FROM (n.email, n.first_name, n.last_name, n.since)
    AND (c.email, c.first_name, c.last_name, c.since) IS NOT DISTINCT FROM
      (seen.email, seen.first_name, seen.last_name, seen.since);
  INSERT INTO figure_deltas (day, orders, paid_orders, revenue_cents, accounts, guests)
  SELECT day, sum(orders), sum(paid), sum(cents), sum(accounts), sum(guests)
  FROM (
    SELECT (placed_at AT TIME ZONE 'UTC')::date AS day, 1 AS orders, order_is_paid(o)::integer AS paid,
      order_revenue(o) AS cents, 0 AS accounts, 0 AS guests
    FROM orders o
    UNION ALL
    SELECT (since AT TIME ZONE 'UTC')::date, 0, 0, 0, (NOT is_guest)::integer, is_guest::integer FROM customer_figures
    UNION ALL
    SELECT day, -orders, -paid_orders, -revenue_cents, -accounts, -guests FROM daily_figures
    UNION ALL
    SELECT day, -orders, -paid_orders, -revenue_cents, -accounts, -guests FROM figure_deltas WHERE day IS NOT NULL
  ) lacking
  GROUP BY day
  HAVING (sum(orders), sum(paid), sum(cents), sum(accounts), sum(guests)) IS DISTINCT FROM (0, 0, 0, 0, 0);
  INSERT INTO figure_deltas (product_id, name, units, revenue_cents)
  SELECT product_id, max(name), sum(units), sum(cents)
  FROM (
    SELECT i.product_id, i.name, i.quantity AS units, line_revenue(o, i.total_cents) AS cents
    FROM order_items i JOIN orders o ON o.id = i.order_id WHERE order_is_paid(o)
    UNION ALL
    SELECT product_id, name, -units, -revenue_cents FROM product_figures
    UNION ALL
    SELECT product_id, name, -units, -revenue_cents FROM figure_deltas WHERE product_id IS NOT NULL
  ) lacking
  GROUP BY product_id HAVING (sum(units), sum(cents)) IS DISTINCT FROM (0, 0);
END
$$;
--> statement-breakpoint
-- What was sold before the sums were kept.
SELECT rebuild_figures();
