CREATE INDEX "elder_account_booking" ON "elder_account" USING btree ("org_id","oldman_id") WHERE booking_fen > 0;--> statement-breakpoint
-- by hand
-- Whether a month is closed is asked once for all rows that a statement adds, not for every one of them: everything up to the
-- last closed month is closed, so the earliest decides. After the rows, where the statement sees what was closed meanwhile.
CREATE FUNCTION "closed_days_added"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  one record;
BEGIN
  FOR one IN SELECT org_id, to_char(min(day), 'YYYY-MM') AS month FROM added GROUP BY org_id LOOP
    PERFORM refuse_closed(one.org_id, one.month, TG_ARGV[0]);
  END LOOP;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "closed_months_added"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  one record;
BEGIN
  FOR one IN SELECT org_id, min(month) AS month FROM added GROUP BY org_id LOOP
    PERFORM refuse_closed(one.org_id, one.month, TG_ARGV[0]);
  END LOOP;
  RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER "ledger_closed" ON "ledger";--> statement-breakpoint
CREATE TRIGGER "ledger_closed" AFTER INSERT ON "ledger" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "closed_days_added"('ledger_month_closed');--> statement-breakpoint
DROP TRIGGER "pay_share_closed" ON "pay_share";--> statement-breakpoint
CREATE TRIGGER "pay_share_closed" AFTER INSERT ON "pay_share" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "closed_days_added"('ledger_month_closed');--> statement-breakpoint
DROP TRIGGER "bill_closed" ON "bill";--> statement-breakpoint
CREATE TRIGGER "bill_closed" AFTER INSERT ON "bill" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "closed_months_added"('bill_month_closed');--> statement-breakpoint
-- Its name comes before those of the other rules of lines: what is said of a closed month is said first.
CREATE TRIGGER "bill_line_about_closed" AFTER INSERT ON "bill_line" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "closed_months_added"('bill_month_closed');--> statement-breakpoint
-- Only for lines that do not say themselves what they are about.
CREATE OR REPLACE FUNCTION "bill_line_about"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.service_month := coalesce(NEW.service_month,
    CASE WHEN NEW.ref_kind IN ('month', 'manual') AND NEW.ref_id ~ '^[0-9]{4}-[0-9]{2}$' THEN NEW.ref_id END,
    to_char(NEW.date_from, 'YYYY-MM'), NEW.month);
  IF NEW.category <> '1' OR NEW.bed_id IS NOT NULL THEN RETURN NEW; END IF;
  NEW.bed_id := (SELECT l.bed_id FROM bill b JOIN bill_line l ON l.org_id = b.org_id AND l.bill_id = b.bill_id
    WHERE b.org_id = NEW.org_id AND b.oldman_id = NEW.oldman_id AND b.month >= NEW.service_month AND b.stage <> 'VOID'
      AND l.category = NEW.category AND l.service_month = NEW.service_month AND l.line_id <> NEW.line_id AND l.bed_id IS NOT NULL
    ORDER BY l.project_child_id IS NOT DISTINCT FROM NEW.project_child_id DESC, b.month, l.date_from DESC, l.sort DESC LIMIT 1);
  IF NEW.bed_id IS NULL THEN
    NEW.bed_id := (SELECT o.bed_id FROM occupancy o
      WHERE o.org_id = NEW.org_id AND o.oldman_id = NEW.oldman_id AND o.kind <> 'RESERVE' AND o.days && daterange(
        coalesce(NEW.date_from, (NEW.service_month || '-01')::date),
        greatest(NEW.date_from, coalesce(NEW.date_to, ((NEW.service_month || '-01')::date + interval '1 month - 1 day')::date)), '[]')
      ORDER BY o.kind <> 'STAY', lower(o.days) DESC LIMIT 1);
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
DROP TRIGGER "bill_line_about" ON "bill_line";--> statement-breakpoint
CREATE TRIGGER "bill_line_about" BEFORE INSERT ON "bill_line" FOR EACH ROW
  WHEN (NEW.service_month IS NULL OR (NEW.category = '1' AND NEW.bed_id IS NULL)) EXECUTE FUNCTION "bill_line_about"();
