-- Sums of orders and accounts, kept in the transaction that changes those: docs/decisions/0016-rollups.md.
CREATE FUNCTION order_is_paid(o orders) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT o.payment_status IN ('paid', 'partially_refunded', 'refunded')
$$;
--> statement-breakpoint
CREATE FUNCTION order_revenue(o orders) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN order_is_paid(o) THEN o.captured_cents - o.returned_cents ELSE 0 END::bigint
$$;
--> statement-breakpoint
-- A line's part of its order's revenue, rounded once; the rest is shipping's.
CREATE FUNCTION line_revenue(o orders, line_cents integer) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN o.total_cents > 0 THEN round(order_revenue(o)::numeric * line_cents / o.total_cents) ELSE 0 END::bigint
$$;
--> statement-breakpoint
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
END
$$;
--> statement-breakpoint
CREATE FUNCTION add_order_figures(o orders, times integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO figure_deltas (day, orders, paid_orders, revenue_cents)
  VALUES ((o.placed_at AT TIME ZONE 'UTC')::date, times, times * order_is_paid(o)::integer, times * order_revenue(o));
  INSERT INTO figure_deltas (product_id, name, units, revenue_cents)
  SELECT product_id, name, times * quantity, times * line_revenue(o, total_cents)
  FROM order_items WHERE order_id = o.id AND order_is_paid(o);
  IF o.customer_id IS NOT NULL THEN
    UPDATE customer_figures SET
      orders = orders + times,
      paid_orders = paid_orders + times * order_is_paid(o)::integer,
      spent_cents = spent_cents + times * order_revenue(o)
    WHERE id = o.customer_id;
  ELSIF o.email <> '' THEN
    PERFORM add_guest_figures(o, times);
  END IF;
END
$$;
--> statement-breakpoint
CREATE FUNCTION keep_order_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op <> 'INSERT' THEN PERFORM add_order_figures(old, -1); END IF;
  IF tg_op <> 'DELETE' THEN PERFORM add_order_figures(new, 1); END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER orders_figures AFTER INSERT OR DELETE ON orders FOR EACH ROW EXECUTE FUNCTION keep_order_figures();
--> statement-breakpoint
CREATE TRIGGER orders_figures_changed AFTER UPDATE ON orders FOR EACH ROW
  WHEN ((old.payment_status, old.captured_cents, old.returned_cents, old.total_cents, old.customer_id, old.email, old.placed_at)
    IS DISTINCT FROM
    (new.payment_status, new.captured_cents, new.returned_cents, new.total_cents, new.customer_id, new.email, new.placed_at))
  EXECUTE FUNCTION keep_order_figures();
--> statement-breakpoint
CREATE FUNCTION keep_line_figures() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  line order_items := CASE WHEN tg_op = 'INSERT' THEN new ELSE old END;
  times integer := CASE WHEN tg_op = 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO figure_deltas (product_id, name, units, revenue_cents)
  SELECT line.product_id, line.name, times * line.quantity, times * line_revenue(o, line.total_cents)
  FROM orders o WHERE o.id = line.order_id AND order_is_paid(o);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER order_items_figures AFTER INSERT OR DELETE ON order_items
  FOR EACH ROW EXECUTE FUNCTION keep_line_figures();
--> statement-breakpoint
CREATE FUNCTION keep_account_figures() RETURNS trigger LANGUAGE plpgsql AS $$
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
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_figures AFTER INSERT OR DELETE OR UPDATE OF email ON users
  FOR EACH ROW EXECUTE FUNCTION keep_account_figures();
--> statement-breakpoint
CREATE FUNCTION keep_name_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE customer_figures SET first_name = new.first_name, last_name = new.last_name WHERE id = new.id::text;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER profiles_figures AFTER INSERT OR UPDATE OF first_name, last_name ON profiles
  FOR EACH ROW EXECUTE FUNCTION keep_name_figures();
--> statement-breakpoint
CREATE FUNCTION keep_customer_count() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  times integer := CASE WHEN tg_op = 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO figure_deltas (day, accounts, guests)
  SELECT (since AT TIME ZONE 'UTC')::date, times * count(*) FILTER (WHERE NOT is_guest), times * count(*) FILTER (WHERE is_guest)
  FROM changed GROUP BY 1;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER customer_figures_more AFTER INSERT ON customer_figures
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_customer_count();
--> statement-breakpoint
CREATE TRIGGER customer_figures_fewer AFTER DELETE ON customer_figures
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_customer_count();
--> statement-breakpoint
-- Counts everything anew, with sales held back until it is done.
CREATE FUNCTION rebuild_figures() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE users, profiles, orders, order_items IN SHARE ROW EXCLUSIVE MODE;
  TRUNCATE customer_figures, daily_figures, product_figures;
  INSERT INTO customer_figures (id, is_guest, email, first_name, last_name, since, orders, paid_orders, spent_cents)
  SELECT u.id::text, false, u.email, coalesce(p.first_name, u.name), coalesce(p.last_name, ''), u.created_at,
    coalesce(s.orders, 0), coalesce(s.paid, 0), coalesce(s.cents, 0)
  FROM users u
  LEFT JOIN profiles p ON p.id = u.id
  LEFT JOIN (
    SELECT customer_id, count(*) AS orders, count(*) FILTER (WHERE order_is_paid(o)) AS paid, sum(order_revenue(o)) AS cents
    FROM orders o WHERE customer_id IS NOT NULL GROUP BY customer_id
  ) s ON s.customer_id = u.id::text;
  INSERT INTO customer_figures (id, is_guest, email, first_name, last_name, since, orders, paid_orders, spent_cents)
  SELECT email, true, email, (array_agg(coalesce(customer ->> 'firstName', '') ORDER BY placed_at DESC))[1],
    (array_agg(coalesce(customer ->> 'lastName', '') ORDER BY placed_at DESC))[1], min(placed_at),
    count(*), count(*) FILTER (WHERE order_is_paid(o)), sum(order_revenue(o))
  FROM orders o WHERE customer_id IS NULL AND email <> '' GROUP BY email;
  TRUNCATE figure_deltas;
  INSERT INTO daily_figures (day, orders, paid_orders, revenue_cents, accounts, guests)
  SELECT day, sum(orders), sum(paid), sum(cents), sum(accounts), sum(guests)
  FROM (
    SELECT (placed_at AT TIME ZONE 'UTC')::date AS day, 1 AS orders, order_is_paid(o)::integer AS paid,
      order_revenue(o) AS cents, 0 AS accounts, 0 AS guests
    FROM orders o
    UNION ALL
    SELECT (since AT TIME ZONE 'UTC')::date, 0, 0, 0, (NOT is_guest)::integer, is_guest::integer FROM customer_figures
  ) facts GROUP BY day;
  INSERT INTO product_figures (product_id, name, units, revenue_cents)
  SELECT i.product_id, max(i.name), sum(i.quantity), sum(line_revenue(o, i.total_cents))
  FROM order_items i JOIN orders o ON o.id = i.order_id WHERE order_is_paid(o) GROUP BY i.product_id;
END
$$;
